// Writes what a plan leaves open: one call for each fragment, which comes back complete; or a whole artifact
// anew from the specification. What a model sends decides about its fragment and nothing else, and only the
// members that differ are changed (seed: artifact-editor, section 4).
#pragma once

#include "agents/edit/apply.hpp"
#include "agents/edit/model/model_desk.hpp"

namespace artifactd::editor {

class FragmentWriter {
public:
  /// All three outlive it. `known`: what the checks found in the game before anything was changed.
  FragmentWriter(ModelDesk& desk, std::string const& specification, std::vector<Finding> const& known)
      : desk_(desk), specification_(specification), known_(known) {}

  /// The change with its edits.
  Result<Change> complete(game::Game const& game, Change const& change);

private:
  Result<Change> patched(game::Game const& game, Change change);
  Result<Change> extracted_anew(game::Game const& game, Change change);
  [[nodiscard]] std::string const& key_for(Change const& change) const;

  ModelDesk& desk_;
  std::string const& specification_;
  std::vector<Finding> const& known_;
};

/// Whether a change needs a model that can work things out: it speaks of rng, mechanics or computation (seed,
/// section 11).
[[nodiscard]] bool is_complex(Change const& change);

} // namespace artifactd::editor
