// The risk of a fix as its proposer stated it: what may be applied automatically, what a person approves.
#pragma once

#include "state/tuning/tuning_state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class Risk : std::uint8_t { none, low, medium, high };
[[nodiscard]] std::optional<Risk> risk_from(std::string_view word) noexcept;

/// Pending fixes with a higher risk than that; the others come first.
[[nodiscard]] std::vector<std::string> fixes_above(tuning::TuningState const& state, Risk most);

} // namespace artifactd
