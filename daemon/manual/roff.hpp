// Text in the language of manual pages: ASCII that groff and mandoc print as it was written.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// For a place within a line.
[[nodiscard]] std::string roff(std::string_view text);

/// As lines of their own, filled: a dot at the beginning of one is text, and `code` is bold.
[[nodiscard]] std::string roff_lines(std::string_view text);

[[nodiscard]] std::string bold(std::string_view text);
[[nodiscard]] std::string italic(std::string_view text);

} // namespace artifactd
