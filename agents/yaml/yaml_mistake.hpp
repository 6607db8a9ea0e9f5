// The mistakes models make when they write YAML, recognised where libyaml stops: a missing colon, a glob that
// YAML takes for an alias, "\d" in double quotes, tabs, values that need quotes.
#pragma once

#include "state/json/raw_text.hpp"

#include <cstddef>
#include <string>

namespace artifactd::extraction {

/// Where and why libyaml stops, in its own words.
struct YamlBreak {
  std::string problem;
  std::string context;          ///< "while parsing a block mapping", or empty
  std::size_t byte = 0;         ///< in the raw text
  std::size_t context_byte = 0; ///< where the thing that the context names begins
};

/// The YAML_SYNTAX_ERROR for `broken`, without a pointer.
[[nodiscard]] Finding describe(RawText const& raw, YamlBreak const& broken);

/// How to write a value that begins with a character special to YAML, as globs do.
[[nodiscard]] std::string quoting_hint(std::string_view value);

} // namespace artifactd::extraction
