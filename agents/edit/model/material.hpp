// What a prompt quotes: artifacts, and what others say of them. It stands between marks it cannot hold
// itself, so that nothing in it passes for words of the prompt's own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace artifactd::editor {

inline constexpr std::size_t longest_error_told = 2'000; ///< bytes; ids in it may be of any length

/// "<<<", the text and ">>>", each on lines of its own; longer marks where the text has such.
[[nodiscard]] std::string material(std::string_view text);

/// One line for each, printable and shortened: "1. …", or "- …" where nobody refers to them.
[[nodiscard]] std::string numbered(std::span<std::string const> errors);
[[nodiscard]] std::string listed(std::span<std::string const> errors);

} // namespace artifactd::editor
