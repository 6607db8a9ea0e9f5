// Amounts as people write them in the configuration: "64KiB", "500ms". A whole number and one unit; writing
// and reading back gives the same value.
#pragma once

#include "state/platform/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// B, KiB, MiB, GiB, TiB; a bare number is bytes. std::nullopt for anything else, or beyond 2^63 - 1.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text) noexcept;
[[nodiscard]] std::string size_text(std::uint64_t bytes);

inline constexpr std::string_view duration_units = "ns, us, ms, s, m or min, h and d";

/// A number with one of these units. std::nullopt for anything else, or beyond 292 years.
[[nodiscard]] std::optional<Duration> parse_duration(std::string_view text) noexcept;
[[nodiscard]] std::string duration_text(Duration duration);

} // namespace artifactd
