// Any bytes as one segment of a URI's path, or one value of its query (RFC 3986).
#pragma once

#include <string>
#include <string_view>

namespace artifactd {

/// Everything but letters, digits and "-._~" becomes %XX: "a/b" is "a%2Fb".
[[nodiscard]] std::string percent_encoded(std::string_view text);

} // namespace artifactd
