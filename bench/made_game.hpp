// Games to measure with: valid ones of a given size, and faults for them.
#pragma once

#include "merge/game/game.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::bench {

/// `count` transitions, each with its instruction: schema.json, transitions.json and instructions.json.
[[nodiscard]] std::vector<game::GameFile> make_game(int count);

inline constexpr std::string_view read_field = R"("var": "game.round")";       ///< in transitions.json
inline constexpr std::string_view written_path = "players.{{playerId}}.score"; ///< in instructions.json
inline constexpr std::string_view mixed_path = "players.p{{playerId}}.score";  ///< broken

/// Replaces the first `sound` after `begin` by `broken`.
void damage(std::string& text, std::size_t begin, std::string_view sound, std::string_view broken);

/// Reads a field that the schema does not have, and makes a path that is half a name.
void damage_two_places(std::vector<game::GameFile>& files);

} // namespace artifactd::bench
