// `artifactd model`: the process that has the keys of language models and asks them for others. It serves the
// listening socket that is its stdin (StandardInput=socket, or the daemon's own), several calls at once.
// SIGHUP reads the configuration again, for calls that come; SIGTERM ends those under way, books them,
// leaves.
#pragma once

#include "daemon/cli.hpp"
#include "daemon/exit.hpp"

namespace artifactd {

[[nodiscard]] Exit run_model_service(DaemonOptions const& options);

} // namespace artifactd
