// The part of `stats` about narrative turns, for a person.
#pragma once

#include "daemon/queries/turn_statistics.hpp"

#include <string>

namespace artifactd {

/// For a person; empty without turns.
[[nodiscard]] std::string turn_statistics_text(turn::Spending const& spending);

} // namespace artifactd
