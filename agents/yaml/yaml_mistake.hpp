// The mistakes models make when they write YAML, recognised where libyaml stops: a missing colon, a glob that
// YAML takes for an alias, "\d" in double quotes, tabs, values that need quotes.
#pragma once

#include "agents/raw_text.hpp"

#include <cstddef>
#include <string>

namespace artifactd::extraction {

/// Where and why libyaml stops; its own words.
struct YamlBreak {
  std::string problem;
  std::string context;          ///< "while parsing a block mapping", or empty
  std::size_t byte = 0;         ///< in the raw text
  std::size_t context_byte = 0; ///< where what the context speaks of begins
};

/// The YAML_SYNTAX_ERROR for it, without a pointer.
[[nodiscard]] Finding describe(RawText const& raw, YamlBreak const& broken);

/// A value that begins with a character YAML has other uses for, as found in a glob: how to write it.
[[nodiscard]] std::string quoting_hint(std::string_view value);

} // namespace artifactd::extraction
