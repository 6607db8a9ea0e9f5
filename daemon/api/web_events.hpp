// Events in the form that the web process passes on: the whole document, and the same without what agents
// wrote.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/status/activity_event.hpp"
#include "state/journal/journal.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// The line of an event that is not in the journal.
[[nodiscard]] std::string web_line(std::vector<RootConfig> const& roots, ActivityEvent const& event);

/// A line for each entry of the journal after `after`, the oldest first, and a last line about the journal.
/// If `after` is negative, only the last line. It says whether entries are missing, because they are too many
/// to be replayed or no longer in the journal.
[[nodiscard]] Result<std::vector<std::string>> web_events(Config const& config, std::int64_t after);

} // namespace artifactd
