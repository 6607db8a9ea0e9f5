// What the processes that serve a socket for the daemon, `artifactd model` and `artifactd web`, begin with.
#pragma once

#include "daemon/process/exit.hpp"

namespace artifactd {

/// Whether stdin is a listening socket; it does not block then.
[[nodiscard]] bool stdin_listens();

/// Logs why the process cannot start.
[[nodiscard]] Exit no_service(Error const& error);

} // namespace artifactd
