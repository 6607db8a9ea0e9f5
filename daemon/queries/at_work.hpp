// What the running daemon works on at this moment, asked over its control socket: the status board does not
// show it.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/status/activity_event.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// For one session, or for all if the path is empty. Empty if the daemon has no socket or no time: status
/// must not wait for a busy daemon.
[[nodiscard]] std::vector<ActivityEvent> at_work(Config const& config, std::string const& session);

/// The run of the signal's agent, or of the editor, that is under way.
[[nodiscard]] std::optional<ActivityEvent> run_under_way(Config const& config, std::string const& session,
                                                         SignalName const& signal);

} // namespace artifactd
