// The daemon as a whole: members in start order, so that destruction is shutdown in reverse. run() serves
// until SIGTERM or SIGINT; SIGHUP reads the configuration again.
#pragma once

#include "daemon/process/exit.hpp"
#include "daemon/service/daemon_options.hpp"

namespace artifactd {

/// artifactd after its command line was read.
[[nodiscard]] Exit run_artifactd(DaemonOptions const& options);

} // namespace artifactd
