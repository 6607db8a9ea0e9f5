// What preconditions require of a field that the schema lacks: its type, and whether they could ever be met
// if only the game's beginning set it.
#pragma once

#include "agents/edit/cause.hpp"
#include "merge/game/values/value.hpp"

#include <string>
#include <string_view>

namespace artifactd::editor {

/// Inferred from what it is compared with and the operations on it; empty if nothing shows it. `name` is the
/// name used in logic: the whole path, or the bare name in tests of players.
[[nodiscard]] std::string type_by_use(Evidence const& evidence, std::string_view name);

struct ConstantField {
  std::string path;  ///< "game.x", "players.x"
  std::string name;  ///< the name used in logic
  game::Value value; ///< its value throughout the game
};
/// The first transition that such a field alone decides, or that has a precondition which the field leaves
/// unmet, or may leave unmet because it is compared with other fields; or null.
[[nodiscard]] game::Transition const* decided_by(Evidence const& evidence, ConstantField const& field);

} // namespace artifactd::editor
