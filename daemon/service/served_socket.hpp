// What the processes that serve a socket for the daemon, `artifactd model` and `artifactd web`, begin with.
#pragma once

#include "daemon/process/exit.hpp"

#include <string_view>

namespace artifactd {

/// Whether stdin is a listening socket; it does not block then.
[[nodiscard]] bool stdin_listens();

/// Logs, as this event, why the process cannot start.
[[nodiscard]] Exit no_service(std::string_view event, Error const& error);

} // namespace artifactd
