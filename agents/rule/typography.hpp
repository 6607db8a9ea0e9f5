// Typographic quotes, which YAML treats as part of the value: “**/*.csv” is a different glob.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::extraction {

/// How to write a value that begins with a typographic quote; empty if it begins with anything else.
[[nodiscard]] std::string typographic_hint(std::string_view value);

} // namespace artifactd::extraction
