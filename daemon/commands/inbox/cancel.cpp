#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/queries/stuck.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

Exit cancel_command(Cli const& cli, SignalOptions const& options) {
  return with_case(cli, configuration_to_look(cli), options, [&](Case const& chosen) -> Result<Exit> {
    if (auto const daemon = see_daemon(chosen.config); !daemon.board) {
      tell(cli, fmt::format("artifactd {}: there is no run to cancel", words_about(daemon.state)));
      return Exit::unreachable;
    }
    TRY(cancel_run(chosen));
    if (cli.output == Output::json)
      print_json(to_json(chosen));
    else
      fmt::print("the run for {} is being cancelled\n", layout::signal(chosen.signal));
    return Exit::ok;
  });
}

} // namespace artifactd
