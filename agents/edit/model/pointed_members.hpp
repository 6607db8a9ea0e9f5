// Which members of a fragment a check's error is about.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <set>
#include <string>

namespace artifactd::editor {

/// Determined by the check and by the members its message names. Empty: only the finding's place says it.
[[nodiscard]] std::set<std::string, std::less<>> members_pointed_at(Finding const& finding);

} // namespace artifactd::editor
