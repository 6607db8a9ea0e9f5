// Limits on the parts of a story. Each part has its own, so that a turn of a story of ten thousand turns
// costs as much as one of a story of ten, and no model's reply can fill a database.
#pragma once

#include <cstddef>

namespace artifactd::turn {

inline constexpr std::size_t longest_text = 16 << 10;  ///< bytes of a player's text; more is refused, not cut
inline constexpr std::size_t largest_state = 64 << 10; ///< bytes of a scene's state
inline constexpr std::size_t longest_list = 256;       ///< elements of a list in a state
inline constexpr std::size_t deepest_state = 32;       ///< nesting depth of a value in a state
inline constexpr std::size_t longest_state_text = 4 << 10;  ///< bytes of a text in a state
inline constexpr std::size_t most_characters = 32;          ///< of a story, including the persona
inline constexpr std::size_t largest_rulebook = 256 << 10;  ///< bytes; also for a world's lore
inline constexpr std::size_t largest_document = 4 << 20;    ///< bytes of a content file
inline constexpr std::size_t most_ops = 64;                 ///< per step
inline constexpr std::size_t most_observations = 16;        ///< per step
inline constexpr std::size_t longest_observation = 2 << 10; ///< bytes
inline constexpr std::size_t most_checks = 16;              ///< per turn
inline constexpr int strongest_relation = 10;               ///< trust, tension and closeness: -10 … 10

} // namespace artifactd::turn
