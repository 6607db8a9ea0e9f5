// Excerpts of a JSON file for a model that repairs it without reading all of it: compact values around some
// pointers, and outlines of values that are too long.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace artifactd::editor {

/// `text` must be valid JSON. One line for each value: its pointer and the value, or its outline if it is
/// longer than `longest` bytes. A pointer that leads nowhere is followed as far as possible. The outline of
/// the whole file comes first.
[[nodiscard]] std::string excerpts_of(std::string_view text, std::span<std::string const> pointers,
                                      std::size_t longest);

} // namespace artifactd::editor
