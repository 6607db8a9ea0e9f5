// The spacing of a JSON text, so that additions on one line look as if its author had written them.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::json {

/// Where blanks are used; compact style has none.
struct Style {
  bool after_colon = false;
  bool after_comma = false;   ///< a line break counts
  bool inside_braces = false; ///< { "a": 1 }
  bool inside_brackets = false;

  bool operator==(Style const&) const = default;
};

/// Determined by the first informative place of each kind: a bracket before a line break says nothing. `text`
/// is valid JSON.
[[nodiscard]] Style style_of(std::string_view text);

/// The same value on one line, in that style. `text` is valid JSON without blanks between its tokens.
[[nodiscard]] std::string styled(std::string_view text, Style style);

} // namespace artifactd::json
