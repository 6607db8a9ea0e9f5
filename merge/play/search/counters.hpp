// Fields that only count: they are only compared with constants, and only constants are added or set, always
// in one direction. Beyond the last constant, the game treats all their values alike.
#pragma once

#include "merge/play/runtime/program.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace artifactd::play {

/// For each slot that counts, the least and the largest value worth distinguishing; std::nullopt for the
/// others.
[[nodiscard]] std::vector<std::optional<std::pair<double, double>>> counter_bounds(Program const& program);

} // namespace artifactd::play
