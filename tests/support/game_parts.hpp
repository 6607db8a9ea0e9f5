// A game taken to pieces, to see what a repair touched: each fragment's value by its address, without the
// fragments inside it, and under "schema", "transitions" and "instructions" what belongs to none.
#pragma once

#include "merge/game/game.hpp"

#include <map>
#include <string>
#include <vector>

namespace artifactd::test {

using GameParts = std::map<std::string, std::string>;

[[nodiscard]] GameParts game_parts(game::Game const& game);

/// Addresses of those that differ, came or went.
[[nodiscard]] std::vector<std::string> differing_parts(GameParts const& before, GameParts const& after);

/// Whether that part belongs to the fragment at the address: it is the fragment, or inside it.
[[nodiscard]] bool is_within(std::string const& part, std::string const& address);

} // namespace artifactd::test
