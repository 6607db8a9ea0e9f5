// A whole edit of one game in memory: plan, apply, validate, and once more with what remains (seed:
// artifact-editor, sections 9 and 10). Nothing is kept unless every error is gone.
#pragma once

#include "agents/editor/apply.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr unsigned most_attempts = 2; ///< plans, each after the errors the one before left

struct Repair {
  std::vector<std::string> errors;    ///< of the game as it was
  std::vector<ChangePlan> plans;      ///< one for each attempt
  std::vector<std::string> undone;    ///< changes that did not help, and why
  std::vector<std::string> remaining; ///< errors that are left; empty: it succeeded
  /// The files as they shall be, in order of names: of a success all that differ, else the best that could be
  /// done.
  std::vector<game::GameFile> changed;
  [[nodiscard]] bool succeeded() const noexcept { return remaining.empty(); }
};

/// By the rules alone.
[[nodiscard]] Repair repair_by_rules(game::Game const& game);

} // namespace artifactd::editor
