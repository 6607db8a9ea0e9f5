// The part of `stats` about verdicts, for a person.
#pragma once

#include "daemon/queries/statistics.hpp"

#include <string>

namespace artifactd {

/// For a person: a summary and a table for each grouping, the most frequent first.
[[nodiscard]] std::string statistics_text(Statistics const& statistics);

} // namespace artifactd
