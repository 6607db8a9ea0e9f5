// A JSON file for who shall mend it without reading all of it: the values around some pointers, compact, and
// in outline what is too long for that.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace artifactd::editor {

/// Of sound JSON. A line for each value: its pointer and the value, of a longer one than `longest` (bytes)
/// its outline. Pointers that lead nowhere count as far as they lead. The outline of the whole is first.
[[nodiscard]] std::string excerpts_of(std::string_view text, std::span<std::string const> pointers,
                                      std::size_t longest);

/// Without white space between the tokens.
[[nodiscard]] std::string compacted(std::string_view json);

} // namespace artifactd::editor
