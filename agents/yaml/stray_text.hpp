// What models write into a YAML file that is not YAML: sentences around a rule, and line breaks written as
// the two characters \n.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::extraction {

/// Whether a line is a sentence rather than a part of a rule: it begins at the left margin, but not with a
/// key.
[[nodiscard]] bool is_prose(std::string_view line);

/// What to do about line breaks in `text` that are written as \n; empty if there are none.
[[nodiscard]] std::string written_line_breaks_hint(std::string_view text);

} // namespace artifactd::extraction
