// Unified diffs, as people and models write them: applied where their lines are found, and made to be looked
// at.
#pragma once

#include "state/result.hpp"

#include <string>
#include <string_view>

namespace artifactd {

/// The text with every hunk applied. The lines a hunk keeps or removes have to stand there exactly: at the
/// line its header names, or in one place only. Counts in headers are not believed, models miscount. Line
/// ends are those of the text; whether it ends in one changes only where the diff says so. Fault::changed
/// when a hunk fits nowhere, or in several places; Fault::invalid for what is no diff of one file.
Result<std::string> apply_diff(std::string_view text, std::string_view diff);

/// Whether it is a diff of one file, wherever its hunks may fit; else Fault::invalid with the reason.
Result<void> check_diff(std::string_view diff);

/// Three lines of context; empty when nothing differs. A text that is not there is /dev/null.
[[nodiscard]] std::string make_diff(std::string_view path, std::string_view const* before,
                                    std::string_view const* after);

} // namespace artifactd
