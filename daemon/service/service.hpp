// The daemon as a whole: everything that watches, settles, runs work again and answers, joined together.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/process/exit.hpp"
#include "daemon/process/loop.hpp"
#include "daemon/service/daemon_options.hpp"
#include "daemon/status/status_board.hpp"
#include "state/journal/journal.hpp"

#include <memory>

namespace artifactd {

/// Serves until SIGTERM or SIGINT; SIGHUP reads the configuration again. All three are blocked already, by
/// block_signals().
[[nodiscard]] Exit serve_until_stopped(DaemonOptions options, Config config, std::unique_ptr<Loop> loop,
                                       Journal& journal, StatusBoard& board);

} // namespace artifactd
