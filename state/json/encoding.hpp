// Which other encoding a text that is not UTF-8 seems to use.
#pragma once

#include <string_view>

namespace artifactd::json {

/// "UTF-16LE", "UTF-16BE", "UTF-32LE" or "UTF-32BE" if the first bytes say so; otherwise empty.
[[nodiscard]] std::string_view wide_encoding(std::string_view text) noexcept;

} // namespace artifactd::json
