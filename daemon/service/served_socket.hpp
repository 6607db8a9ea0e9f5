// What the processes that others start with a socket as stdin begin with: `artifactd model`, `run` and `web`.
#pragma once

#include "daemon/process/exit.hpp"

#include <string_view>

namespace artifactd {

/// Whether stdin is a listening socket; it does not block then.
[[nodiscard]] bool stdin_listens();

/// Whether stdin is a socket that is connected to somebody.
[[nodiscard]] bool stdin_is_connected();

/// Logs, as this event, why the process cannot start.
[[nodiscard]] Exit no_service(std::string_view event, Error const& error);

} // namespace artifactd
