// How large the parts of a story may grow. Each is a limit of its own, so that a story of ten thousand turns
// costs per turn what one of ten turns does, and no reply of a model can fill a database.
#pragma once

#include <cstddef>

namespace artifactd::turn {

inline constexpr std::size_t longest_text = 16 << 10;  ///< bytes of a player's text; more is refused, not cut
inline constexpr std::size_t longest_action_id = 128;  ///< printable bytes of a user_action_id
inline constexpr std::size_t largest_state = 64 << 10; ///< bytes of a scene's state
inline constexpr std::size_t longest_list = 256;       ///< elements of a list in it
inline constexpr std::size_t deepest_state = 32;       ///< objects and lists around a value in it
inline constexpr std::size_t longest_state_text = 4 << 10;  ///< bytes of a text in it
inline constexpr std::size_t most_characters = 32;          ///< of a story, the persona included
inline constexpr std::size_t largest_rulebook = 256 << 10;  ///< bytes; also of a world's lore
inline constexpr std::size_t largest_document = 4 << 20;    ///< bytes of a file of content
inline constexpr std::size_t most_ops = 64;                 ///< of one step
inline constexpr std::size_t most_observations = 16;        ///< of one step
inline constexpr std::size_t longest_observation = 2 << 10; ///< bytes
inline constexpr std::size_t most_checks = 16;              ///< of one turn
inline constexpr int strongest_relation = 10;               ///< trust, tension and closeness: -10 … 10

} // namespace artifactd::turn
