// What artifactd does as a program: one of its modes, or the daemon, once it has its directories to itself.
#pragma once

#include "daemon/process/exit.hpp"
#include "daemon/service/daemon_options.hpp"

namespace artifactd {

/// artifactd after its command line was read.
[[nodiscard]] Exit run_artifactd(DaemonOptions const& options);

} // namespace artifactd
