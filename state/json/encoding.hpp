// How the bytes of a text are encoded: where it stops being UTF-8, and which other encoding a text that is
// not UTF-8 seems to use.
#pragma once

#include <cstddef>
#include <string_view>

namespace artifactd::json {

/// Length of the UTF-8 sequence at `at`: 1 to 4, or 0 if it is malformed. A sequence cut short by the end of
/// the text is not malformed; its length is the number of bytes present.
[[nodiscard]] std::size_t sequence_length(std::string_view text, std::size_t at) noexcept;

/// First byte of the first malformed sequence, or npos. Overlong forms, surrogates and values above U+10FFFF
/// are malformed; a sequence cut short by the end of the text is not.
[[nodiscard]] std::size_t first_malformed(std::string_view text) noexcept;

/// "UTF-16LE", "UTF-16BE", "UTF-32LE" or "UTF-32BE" if the first bytes say so; otherwise empty.
[[nodiscard]] std::string_view wide_encoding(std::string_view text) noexcept;

} // namespace artifactd::json
