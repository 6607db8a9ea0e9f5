// What preconditions want of a field that the schema does not have: its type, and whether they could ever be
// met if nobody wrote it but the game's beginning.
#pragma once

#include "agents/edit/cause.hpp"
#include "merge/game/value.hpp"

#include <string>
#include <string_view>

namespace artifactd::editor {

/// By what it is compared with and what is done with it; empty where nothing tells. `name` is what logic
/// calls it: the whole path, or the name alone where players are asked.
[[nodiscard]] std::string type_by_use(Evidence const& evidence, std::string_view name);

struct ConstantField {
  std::string path;  ///< "game.x", "players.x"
  std::string name;  ///< as logic has it
  game::Value value; ///< that it has all the game long
};
/// The first transition that such a field alone decides, or that has a precondition which it leaves unmet or
/// of which that cannot be told, as it is compared with other fields; null where there is none.
[[nodiscard]] game::Transition const* decided_by(Evidence const& evidence, ConstantField const& field);

} // namespace artifactd::editor
