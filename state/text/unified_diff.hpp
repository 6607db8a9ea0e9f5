// Unified diffs as people and models write them: applied wherever their lines are found, and made for
// display.
#pragma once

#include "state/platform/result.hpp"

#include <string>
#include <string_view>

namespace artifactd {

/// The text with every hunk applied. The lines a hunk keeps or removes must match exactly: at the line its
/// header names, or in exactly one place. Counts in headers are ignored because models miscount. Line endings
/// are those of the text; whether the text ends in one changes only if the diff says so. Fault::changed if a
/// hunk fits nowhere, or in several places; Fault::invalid if it is not a diff of one file.
Result<std::string> apply_diff(std::string_view text, std::string_view diff);

/// Checks that it is a diff of one file, wherever its hunks may fit; else Fault::invalid with the reason.
Result<void> check_diff(std::string_view diff);

/// Three lines of context; empty if nothing differs. An absent text is /dev/null.
[[nodiscard]] std::string make_diff(std::string_view path, std::string_view const* before,
                                    std::string_view const* after);

} // namespace artifactd
