// What a plain YAML scalar means. The core schema of YAML 1.2 decides; a scalar that YAML 1.1 reads as
// something else (no, on, 0144, 12:30, 1_0, 2024-01-15, <<) has no type here, for whoever reads the file
// later may be a 1.1 reader: it has to be quoted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace artifactd::extraction {

enum class ScalarType : std::uint8_t { null, boolean, integer, floating, string, ambiguous };

[[nodiscard]] ScalarType plain_type(std::string_view text);

/// `no`, `on`, `y` …: a boolean in YAML 1.1 alone. Text where nothing but text can stand, as in the name of a
/// field.
[[nodiscard]] bool is_word(std::string_view text);

/// Of a scalar of type integer; nothing when it does not fit.
[[nodiscard]] std::optional<std::int64_t> integer_value(std::string_view text);

/// "a string", "null", …
[[nodiscard]] std::string_view type_words(ScalarType type) noexcept;

} // namespace artifactd::extraction
