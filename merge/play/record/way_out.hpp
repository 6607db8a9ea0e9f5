// Whether a play that has been in one phase for long can still leave it.
#pragma once

#include "merge/play/runtime/runtime.hpp"

namespace artifactd::play {

enum class WayOut : std::uint8_t {
  there,  ///< some choice of players, chance and a model leaves the phase, or ends the game
  none,   ///< no choice does
  unknown ///< too many states to decide
};

inline constexpr std::size_t most_states_for_a_way_out = 20'000;

/// `state` is a state of a play with these players, in a phase.
[[nodiscard]] WayOut way_out(game::Game const& game, std::vector<std::string> const& players,
                             Value const& state);

} // namespace artifactd::play
