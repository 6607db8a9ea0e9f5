// The part of `stats` about reports, for a person.
#pragma once

#include "daemon/queries/report_statistics.hpp"

#include <string>

namespace artifactd {

/// For a person; empty without reports.
[[nodiscard]] std::string report_statistics_text(ReportStatistics const& statistics);

} // namespace artifactd
