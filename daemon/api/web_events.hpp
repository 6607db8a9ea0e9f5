// Events in the form that the web process passes on: the whole document, and what is left of it for those who
// may not see what agents wrote.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/status/activity_event.hpp"
#include "state/journal/journal.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// The line of an event that is not in the journal.
[[nodiscard]] std::string web_line(std::vector<RootConfig> const& roots, ActivityEvent const& event);

/// The lines of what the journal has after the entry `after`, the oldest first, and a last line about the
/// journal. If `after` is negative, only that. It says that the answer is incomplete if so much was missed
/// that it is not replayed, or has been forgotten.
[[nodiscard]] Result<std::vector<std::string>> web_events(Config const& config, std::int64_t after);

} // namespace artifactd
