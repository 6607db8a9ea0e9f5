// Text as a terminal shows it: how wide it is, cut to a width, and without what the locale cannot say. Text
// has passed printable() or was written here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class Charset : std::uint8_t { ascii, utf8 };

/// The columns it takes: wide characters take two, marks on others none.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// Cut to at most `width` columns, never inside a character; a cut text ends in an ellipsis.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t width, Charset charset);

/// In lines of at most `width` columns, broken at blanks where there are some; one line of an empty text.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// A row of a table, with its newline: a name longer than its column has a line of its own.
[[nodiscard]] std::string table_row(std::string_view name, std::size_t width, std::string_view cells);

/// As much of its end as takes at most `width` columns.
[[nodiscard]] std::string_view end_of(std::string_view text, std::size_t width);

/// Its lines, without their breaks; one of an empty text.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// What ASCII has no sign for becomes '?'.
[[nodiscard]] std::string in_charset(std::string_view text, Charset charset);

} // namespace artifactd
