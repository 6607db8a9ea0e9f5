// Small random games: three phases, a counter, a mood, what players have, and everything that can go wrong
// with them. Equal seeds make equal games.
#pragma once

#include "tests/support/sketch.hpp"

#include <cstdint>

namespace artifactd::play {

[[nodiscard]] Value made_sketch(std::uint64_t seed);

} // namespace artifactd::play
