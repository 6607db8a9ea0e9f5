// Texts as JavaScript counts, cuts and orders them: by UTF-16 code units, two for a character beyond U+FFFF.
// The texts are UTF-8; half of a character cut at such a pair becomes U+FFFD.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// JavaScript's `length`.
[[nodiscard]] std::size_t unit_count(std::string_view text) noexcept;

[[nodiscard]] std::vector<std::string> units_of(std::string_view text);

/// The units from `from` up to `to`, as far as the text has them.
[[nodiscard]] std::string unit_range(std::string_view text, std::size_t from, std::size_t to);

[[nodiscard]] std::strong_ordering compare_units(std::string_view a, std::string_view b) noexcept;

} // namespace artifactd::game
