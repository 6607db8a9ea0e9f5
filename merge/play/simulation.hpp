// What a search for faults in play counts for where a game is judged.
#pragma once

#include <cstdint>

namespace artifactd::play {

enum class Simulation : std::uint8_t {
  off,
  report,  ///< faults are warnings
  certain, ///< a game is refused for faults that are certain
};

} // namespace artifactd::play
