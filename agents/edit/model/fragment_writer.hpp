// Writes what a plan leaves open: one call for each fragment, which comes back complete, or a whole artifact
// from the specification. A model's reply affects only its own fragment, and only the members that differ are
// changed (seed: artifact-editor, section 4).
#pragma once

#include "agents/edit/apply.hpp"
#include "agents/edit/model/model_desk.hpp"

namespace artifactd::editor {

class FragmentWriter {
public:
  /// All three must outlive it. `known`: what the checks found in the game before anything was changed.
  FragmentWriter(ModelDesk& desk, std::string const& specification, std::vector<Finding> const& known)
      : desk_(desk), specification_(specification), known_(known) {}

  /// Returns the change with its edits.
  Result<Change> complete(game::Game const& game, Change const& change);

private:
  Result<Change> patched(game::Game const& game, Change change);
  Result<Change> reextracted(game::Game const& game, Change change);
  [[nodiscard]] std::string const& key_for(Change const& change) const;

  ModelDesk& desk_;
  std::string const& specification_;
  std::vector<Finding> const& known_;
};

/// Whether a change needs a model with stronger reasoning: its text mentions rng, mechanics or computation
/// (seed, section 11).
[[nodiscard]] bool is_complex(Change const& change);

} // namespace artifactd::editor
