// Errors as a prompt quotes them.
#pragma once

#include "agents/material.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace artifactd::editor {

inline constexpr std::size_t longest_error_told = 2'000; ///< bytes; ids in it may be of any length

/// One line for each, printable and shortened: "1. …", or "- …" where nobody refers to them.
[[nodiscard]] std::string numbered(std::span<std::string const> errors);
[[nodiscard]] std::string listed(std::span<std::string const> errors);

} // namespace artifactd::editor
