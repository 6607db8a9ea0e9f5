// What a plain YAML scalar means, by the core schema of YAML 1.2. A scalar that YAML 1.1 reads differently
// (no, on, 0144, 12:30, 1_0, 2024-01-15, <<) has no type here, because a later reader of the file may follow
// 1.1: it has to be quoted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace artifactd::extraction {

enum class ScalarType : std::uint8_t { null, boolean, integer, floating, string, ambiguous };

[[nodiscard]] ScalarType plain_type(std::string_view text);

/// `no`, `on`, `y` …: booleans only in YAML 1.1. They are text wherever only text is allowed, as in the name
/// of a field.
[[nodiscard]] bool is_word(std::string_view text);

/// The value of a scalar of type integer; std::nullopt if it does not fit.
[[nodiscard]] std::optional<std::int64_t> integer_value(std::string_view text);

/// "a string", "null", …
[[nodiscard]] std::string_view type_words(ScalarType type) noexcept;

} // namespace artifactd::extraction
