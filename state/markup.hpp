// Text in HTML, XML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// As text between tags or in a quoted attribute: nothing of it is markup. What no XML may hold (control
/// characters but tab and line feed) becomes U+FFFD.
[[nodiscard]] std::string escaped_markup(std::string_view text);

} // namespace artifactd
