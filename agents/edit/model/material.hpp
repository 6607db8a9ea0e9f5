// Errors as quoted in a prompt.
#pragma once

#include "agents/common/material.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace artifactd::editor {

inline constexpr std::size_t longest_error_told = 2'000; ///< bytes; ids in it may be of any length

/// One line for each, printable and shortened: "1. …", or "- …" if nothing refers to them by number.
[[nodiscard]] std::string numbered(std::span<std::string const> errors);
[[nodiscard]] std::string listed(std::span<std::string const> errors);

} // namespace artifactd::editor
