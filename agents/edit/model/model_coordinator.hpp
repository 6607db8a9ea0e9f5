// The coordinator that asks a model: it sends the errors, summaries of the artifacts and the specification,
// never the artifacts themselves (seed: artifact-editor, section 3). What the rules can repair costs nothing:
// a model is asked only about the rest, and about everything once the rules have been tried.
#pragma once

#include "agents/edit/coordinator.hpp"
#include "agents/edit/model/model_desk.hpp"

namespace artifactd::editor {

/// Both must outlive it. `specification` may be empty.
[[nodiscard]] Coordinator model_coordinator(ModelDesk& desk, std::string const& specification);

} // namespace artifactd::editor
