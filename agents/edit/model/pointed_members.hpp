// Which members of a fragment a check's error is about.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <set>
#include <string>

namespace artifactd::editor {

/// Determined by the check and by the members its message names. Empty: only the finding's place says it.
[[nodiscard]] std::set<std::string, std::less<>> members_pointed_at(Finding const& finding);

/// Whether the check is about how phases are declared and connected: it points at the declaration of one, but
/// can be satisfied elsewhere.
[[nodiscard]] bool is_about_phases(Finding const& finding);

} // namespace artifactd::editor
