// Which members of a fragment an error of a check is about.
#pragma once

#include "state/finding.hpp"

#include <set>
#include <string>

namespace artifactd::editor {

/// By the check, and by the members its message names. Empty: the finding's place alone says it.
[[nodiscard]] std::set<std::string, std::less<>> members_pointed_at(Finding const& finding);

} // namespace artifactd::editor
