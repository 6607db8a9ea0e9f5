// Writes what a plan leaves open: one call for each fragment, which comes back complete, or a whole artifact
// from the specification. A model's reply affects only its own fragment, and only the members that differ are
// changed (seed: artifact-editor, section 4).
#pragma once

#include "agents/edit/apply.hpp"
#include "agents/edit/model/model_desk.hpp"

namespace artifactd::editor {

/// The change with its edits. `known`: what the checks found in the game before anything was changed.
Result<Change> written_by_model(ModelDesk& desk, std::string const& specification,
                                std::vector<Finding> const& known, game::Game const& game,
                                Change const& change);

} // namespace artifactd::editor
