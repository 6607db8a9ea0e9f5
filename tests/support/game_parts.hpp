// A game split into parts, to see what a repair touched: each fragment's value by its address, without the
// fragments inside it, and under "schema", "transitions" and "instructions" what belongs to no fragment.
#pragma once

#include "merge/game/game.hpp"

#include <map>
#include <string>
#include <vector>

namespace artifactd::test {

using GameParts = std::map<std::string, std::string>;

[[nodiscard]] GameParts game_parts(game::Game const& game);

/// Addresses of the parts that differ, appeared or disappeared.
[[nodiscard]] std::vector<std::string> differing_parts(GameParts const& before, GameParts const& after);

/// Whether the part is the fragment at the address or inside it.
[[nodiscard]] bool is_within(std::string const& part, std::string const& address);

} // namespace artifactd::test
