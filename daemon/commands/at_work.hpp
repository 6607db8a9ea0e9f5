// What the running daemon works on at this moment, asked over its control socket: the one thing the status
// board does not tell.
#pragma once

#include "daemon/activity_event.hpp"
#include "daemon/config.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// Of one session, or with an empty path of all. Nothing when the daemon has no socket or no time: status
/// must not wait for a busy daemon.
[[nodiscard]] std::vector<ActivityEvent> at_work(Config const& config, std::string const& session);

} // namespace artifactd
