// Games to measure on: sound ones of a wanted size, and faults for them.
#pragma once

#include "merge/game/game.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::bench {

/// So many transitions, each with its instruction: schema.json, transitions.json and instructions.json.
[[nodiscard]] std::vector<game::GameFile> make_game(int count);

inline constexpr std::string_view read_field = R"("var": "game.round")";       ///< in transitions.json
inline constexpr std::string_view written_path = "players.{{playerId}}.score"; ///< in instructions.json
inline constexpr std::string_view mixed_path = "players.p{{playerId}}.score";  ///< broken

/// Puts `broken` in place of the first `sound` behind `begin`.
void damage(std::string& text, std::size_t begin, std::string_view sound, std::string_view broken);

/// A field that the schema does not have is read, and a path is half a name.
void damage_two_places(std::vector<game::GameFile>& files);

} // namespace artifactd::bench
