#include "daemon/service/app.hpp"

#include "daemon/config/config_remarks.hpp"
#include "daemon/process/log.hpp"
#include "daemon/process/one_daemon.hpp"
#include "daemon/process/signals.hpp"
#include "daemon/service/model_mode.hpp"
#include "daemon/service/once.hpp"
#include "daemon/service/opened_journal.hpp"
#include "daemon/service/run_mode.hpp"
#include "daemon/service/service.hpp"
#include "daemon/service/web_mode.hpp"
#include "state/platform/private_directory.hpp"

#include <array>
#include <fmt/core.h>
#include <sys/prctl.h>
#include <utility>

namespace artifactd {

namespace {

Exit give_up(Error const& error) {
  log_event(LogLevel::error, "cannot start", {{"reason", error.message}});
  return exit_for(error);
}

Exit serve(DaemonOptions const& options, Config config) {
  std::array const own{std::pair(config.state_dir, for_owner), std::pair(config.runtime_dir, for_passing),
                       std::pair(config.run_locks_path(), for_owner)};
  for (auto const& [directory, mode] : own)
    if (auto made = make_private_directory(directory, mode); !made) return give_up(made.error());
  auto const one = OneDaemon::claim(config.lock_path(), "is running on this state directory");
  if (!one) return give_up(one.error());
  auto journal =
      open_journal(config, options.run == DaemonOptions::Run::once ? IfHeld::give_up : IfHeld::wait);
  if (!journal) return give_up(journal.error());
  if (options.run == DaemonOptions::Run::once)
    return settle_once(std::move(config), options.source, *journal);
  auto const one_here = OneDaemon::claim(config.runtime_lock_path(),
                                         "publishes its status here: give this one a runtime_dir of its own");
  if (!one_here) return give_up(one_here.error());
  // Child processes run as the same user but have no need for this one's memory, descriptors and environment.
  // With --once the environment is just that of the calling shell.
  ::prctl(PR_SET_DUMPABLE, 0);
  auto board = StatusBoard::create(config.board_path());
  if (!board) return give_up(board.error());
  auto loop = Loop::open();
  if (!loop) return give_up(loop.error());
  return serve_until_stopped(options, std::move(config), *std::move(loop), *journal, *board);
}

} // namespace

Exit run_artifactd(DaemonOptions const& options) {
  if (options.run == DaemonOptions::Run::one_program) return run_one_program(options.peer);
  if (options.run == DaemonOptions::Run::models) return run_model_service(options);
  if (options.run == DaemonOptions::Run::web) return run_web_service(options);
  block_signals(); // before any thread exists, so that all threads inherit it
  auto config = read_config(options);
  if (!config) return tell_config_errors(options, config.error());
  open_log(config->log);
  if (config->roots.empty()) {
    fmt::print(stderr,
               "artifactd: no root is configured; add [[root]] path = \"…\" to {} or pass --root DIR\n",
               options.source.file.value_or(default_config_file()));
    return Exit::configuration;
  }
  if (options.run == DaemonOptions::Run::check) {
    for (auto const& remark : config_remarks(*config))
      fmt::print("warning: {}\n", remark);
    fmt::print("OK: {} root{}, {} agent rule{}\n", config->roots.size(), config->roots.size() == 1 ? "" : "s",
               config->agents.size(), config->agents.size() == 1 ? "" : "s");
    return Exit::ok;
  }
  return serve(options, *std::move(config));
}

} // namespace artifactd
