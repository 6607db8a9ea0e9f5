// A root cause that a rule has recognised: the errors that come of it, and what mends all of them at once.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/game.hpp"
#include "merge/game/schema_fields.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

struct Cause {
  std::string pattern;   ///< "P1" … "P10" of the seed; "R16"; the check's own id; or "other"
  std::string diagnosis; ///< one sentence
  Confidence confidence = Confidence::high;
  std::vector<std::string> errors; ///< messages
  std::vector<Change> changes;     ///< of several fragments; without edits where only a model can write them
};

/// What a rule looks at: the game and what is said to be wrong with it, by whomever.
struct Evidence {
  game::Game const& game;
  game::SchemaFields const& fields;
  std::span<std::string const> errors;
  std::span<std::string const> reported = {}; ///< of these, those that no check finds
  std::span<std::string const> undone = {};   ///< what earlier plans tried in vain, and why it did not help
};

} // namespace artifactd::editor
