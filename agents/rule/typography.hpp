// Typographic quotes, which YAML takes for a part of the value: “**/*.csv” is a glob of its own.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::extraction {

/// How to write a value that begins with a typographic quote; empty if it begins with anything else.
[[nodiscard]] std::string typographic_hint(std::string_view value);

} // namespace artifactd::extraction
