#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/queries/stuck.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

Exit cancel_command(Cli const& cli, CancelOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto chosen = case_argument(cli, *config, options.session, options.signal);
  if (!chosen) return chosen.error();
  if (auto board = running_daemon(*config); !board) {
    tell(cli, "artifactd is not running: there is no run to cancel");
    return Exit::unreachable;
  }
  if (auto done = cancel_run(*chosen); !done) return complain(cli, done.error());
  if (cli.output == Output::json)
    print_json(
        {{"version", 1}, {"session", chosen->session().shown()}, {"signal", layout::signal(chosen->signal)}});
  else
    fmt::print("the run for {} is being cancelled\n", layout::signal(chosen->signal));
  return Exit::ok;
}

} // namespace artifactd
