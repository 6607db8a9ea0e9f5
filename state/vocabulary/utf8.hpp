// Whether a text is UTF-8, and where it stops being so. Overlong forms, surrogates and values above U+10FFFF
// are malformed (RFC 3629).
#pragma once

#include <cstddef>
#include <string_view>

namespace artifactd {

/// Whether the whole text is UTF-8: no sequence is malformed, and none is cut short by the end.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// Length of the UTF-8 sequence at `at`: 1 to 4, or 0 if it is malformed. A sequence cut short by the end of
/// the text is not malformed; its length is the number of bytes present.
[[nodiscard]] std::size_t sequence_length(std::string_view text, std::size_t at) noexcept;

/// First byte of the first malformed sequence, or npos. A sequence cut short by the end is not malformed.
[[nodiscard]] std::size_t first_malformed(std::string_view text) noexcept;

/// Where the last sequence begins if the end of the text cuts it short; otherwise the size of the text. All
/// before it is well-formed, or the result means nothing.
[[nodiscard]] std::size_t whole_sequences_end(std::string_view text) noexcept;

/// Implementations of is_utf8. The second must not be called without AVX2 (cpu_features).
[[nodiscard]] bool is_utf8_portable(std::string_view text) noexcept;
[[nodiscard]] bool is_utf8_avx2(std::string_view text) noexcept;

} // namespace artifactd
