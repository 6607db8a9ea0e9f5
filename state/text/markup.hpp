// Text in HTML, XML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// As text between tags or in a quoted attribute: all markup is escaped. Characters that XML does not allow
/// (control characters but tab and line feed) become U+FFFD.
[[nodiscard]] std::string escaped_markup(std::string_view text);

} // namespace artifactd
