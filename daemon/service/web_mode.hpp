// `artifactd web`: serves the HTTP API. It sees no session, journal or key; everything it serves is asked of
// the core.
#pragma once

#include "daemon/service/daemon_options.hpp"

namespace artifactd {

/// Serves the listening socket on its stdin or, without one, the address of [web] listen, until SIGTERM.
Exit run_web_service(DaemonOptions const& options);

} // namespace artifactd
