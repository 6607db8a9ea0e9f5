// `artifactd model`: the process that holds the keys of language models and asks them for others. It serves
// the listening socket on its stdin (StandardInput=socket, or the daemon's own), several calls at once.
// SIGHUP reloads the configuration for new calls; SIGTERM ends those in flight, books them and exits.
#pragma once

#include "daemon/process/exit.hpp"
#include "daemon/service/daemon_options.hpp"

namespace artifactd {

[[nodiscard]] Exit run_model_service(DaemonOptions const& options);

} // namespace artifactd
