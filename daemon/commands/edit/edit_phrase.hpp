// A run of the editor in one line, as it is shown in a list of events.
#pragma once

#include "daemon/queries/told_edit.hpp"

#include <string>

namespace artifactd {

/// "by rules: 2 errors → 0, P1 P7 repaired, 1 attempt, 34.0 ms, run …"; empty if nothing is recorded.
[[nodiscard]] std::string edit_phrase(ToldEdit const& edit);

} // namespace artifactd
