// How a JSON text is spaced, so that what is added to it on one line looks as if its author had written it.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::json {

/// Where a blank stands; compact writing has none.
struct Style {
  bool after_colon = false;
  bool after_comma = false;   ///< a line break counts
  bool inside_braces = false; ///< { "a": 1 }
  bool inside_brackets = false;

  bool operator==(Style const&) const = default;
};

/// By the first place of each kind that says something: a bracket before a line break does not. Sound JSON.
[[nodiscard]] Style style_of(std::string_view text);

/// The same value on one line, in that style. `text` is sound JSON without blanks between its tokens.
[[nodiscard]] std::string styled(std::string_view text, Style style);

} // namespace artifactd::json
