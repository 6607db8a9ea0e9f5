// Every field named by the artifacts of a game, in the schema, in logic or in operations: a layout has slots
// for these.
#pragma once

#include "merge/game/game.hpp"
#include "merge/play/runtime/logic_use.hpp"

#include <string>
#include <vector>

namespace artifactd::play {

struct FieldNames {
  std::vector<std::string> game;
  std::vector<std::string> player;
};

/// In order of appearance, each once.
[[nodiscard]] FieldNames field_names(game::Game const& game);

/// All operations of a game, those of its actions included.
[[nodiscard]] std::vector<game::Operation const*> all_operations(game::Game const& game);

/// The logic of all deterministic preconditions and of all checks.
[[nodiscard]] std::vector<Value> all_logic(game::Game const& game);

/// {logic, message, id} of validation.checks.
struct DeclaredCheck {
  std::string id;
  std::string message;
  Value logic;
};
[[nodiscard]] std::vector<DeclaredCheck> checks_of(game::Instruction const& action);

} // namespace artifactd::play
