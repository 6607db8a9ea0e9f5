// Text as a terminal shows it: how wide it is, cut or padded to a width, and without what the locale cannot
// show. A width is in columns of the terminal, never in bytes or code points. The text has gone through
// printable() or is our own.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class Charset : std::uint8_t { ascii, utf8 };

/// The columns it takes: wide characters and emoji take two, combining marks none.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// Cut to at most `width` columns, never inside a character; a cut text ends in an ellipsis.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t width, Charset charset);

/// With blanks behind it up to the width; never cut.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);

/// In lines of at most `width` columns, broken at blanks if there are any; an empty text is one line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// A row of a table, with its newline: a name longer than its column gets a line of its own.
[[nodiscard]] std::string table_row(std::string_view name, std::size_t width, std::string_view cells);

/// The longest end of it that takes at most `width` columns.
[[nodiscard]] std::string_view end_of(std::string_view text, std::size_t width);

/// In the colour of this number ("1" is bold), if colours are on.
[[nodiscard]] std::string painted(Colour colour, std::string_view number, std::string_view text);

/// Its lines, without line breaks; an empty text is one line.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// In ASCII, characters it lacks become one like them or '?', one for each character with its marks.
[[nodiscard]] std::string in_charset(std::string_view text, Charset charset);

} // namespace artifactd
