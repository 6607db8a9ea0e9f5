// How the faults found by a search in play count when a game is judged.
#pragma once

#include <cstdint>

namespace artifactd::play {

enum class Simulation : std::uint8_t {
  off,
  report,  ///< faults are warnings
  certain, ///< a game is refused for certain faults
};

} // namespace artifactd::play
