// Text as a terminal shows it: how wide it is, cut to a width, and without what the locale cannot say. Text
// has passed printable() or was written here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace artifactd {

enum class Charset : std::uint8_t { ascii, utf8 };

/// The columns it takes: wide characters take two, marks on others none.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// Cut to at most `width` columns, never inside a character; a cut text ends in an ellipsis.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t width, Charset charset);

/// What ASCII has no sign for becomes '?'.
[[nodiscard]] std::string in_charset(std::string_view text, Charset charset);

} // namespace artifactd
