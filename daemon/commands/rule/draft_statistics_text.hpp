// The part of `stats` about drafted rules, for a person.
#pragma once

#include "daemon/queries/draft_statistics.hpp"

#include <string>

namespace artifactd {

/// For a person; empty if no model was asked.
[[nodiscard]] std::string draft_statistics_text(DraftStatistics const& statistics);

} // namespace artifactd
