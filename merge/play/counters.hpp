// Fields that only count: nothing but constants is ever compared with them, and nothing but constants is
// added or set, always in one direction. Beyond the last constant all their values are the same to the game.
#pragma once

#include "merge/play/program.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace artifactd::play {

/// Of each slot that counts, the least and the largest value worth telling apart; nothing for the others.
[[nodiscard]] std::vector<std::optional<std::pair<double, double>>> counter_bounds(Program const& program);

} // namespace artifactd::play
