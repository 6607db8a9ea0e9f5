// What a model wrote, unchanged: every byte offset, line and column of a finding counts in this text,
// whichever part of it is a rule. Also the first check: is it text at all?
#pragma once

#include "state/vocabulary/finding.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd::extraction {

/// The longest text an agent can rewrite as a whole; the same limit as for an artifact.
inline constexpr std::size_t longest_text = 64 * 1024;

struct RawText {
  std::string_view file; ///< the name to show
  std::string_view bytes;
};

/// Sets file, byte, line, column and excerpt.
void locate(Finding& finding, RawText const& raw, std::size_t byte);

/// ENCODING_ERROR at the first byte that is not UTF-8 (UTF-16 and NUL included), or file.too_large.
[[nodiscard]] std::optional<Finding> unreadable(RawText const& raw);

/// At most `length` bytes of the text, whole characters, safe to print.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t length = 120);

/// The same in double quotes.
[[nodiscard]] std::string shown(std::string_view text);

} // namespace artifactd::extraction
