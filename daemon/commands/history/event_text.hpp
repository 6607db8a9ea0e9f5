// Journal events as a person reads them.
#pragma once

#include "daemon/commands/history/repeated_events.hpp"
#include "state/journal/journal.hpp"
#include "state/vocabulary/kind.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// "time  outcome  session signal  the most important of the detail". `kinds` know the meaning of their
/// codes.
[[nodiscard]] std::string one_line(Kinds const& kinds, RepeatedEvent const& row);

/// The event with all its steps and findings, one per line.
[[nodiscard]] std::vector<std::string> story(Kinds const& kinds, RepeatedEvent const& row);

} // namespace artifactd
