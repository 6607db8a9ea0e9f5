// The part of `stats` about the editor, for a person.
#pragma once

#include "daemon/queries/edit_statistics.hpp"

#include <string>

namespace artifactd {

/// For a person: a summary and a table for each grouping. Empty if there were no runs.
[[nodiscard]] std::string edit_statistics_text(EditStatistics const& statistics);

} // namespace artifactd
