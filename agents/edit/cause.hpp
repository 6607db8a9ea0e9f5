// A root cause that a rule has recognised: the errors it leads to, and the changes that repair all of them at
// once.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/checks/schema_fields.hpp"
#include "merge/game/game.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

struct Cause {
  std::string pattern;   ///< "P1" … "P10" of the seed; "R16"; the check's own id; or "other"
  std::string diagnosis; ///< one sentence
  Confidence confidence = Confidence::high;
  std::vector<std::string> errors; ///< messages
  std::vector<Change> changes; ///< may be in several fragments; without edits if only a model can write them
};

/// The input of a rule: the game and its errors, whether found by checks or reported.
struct Evidence {
  game::Game const& game;
  game::SchemaFields const& fields;
  std::span<std::string const> errors;
  std::span<std::string const> reported = {}; ///< the subset that no check finds
  /// what earlier plans tried without success, and why it did not help
  std::span<std::string const> undone = {};
};

} // namespace artifactd::editor
