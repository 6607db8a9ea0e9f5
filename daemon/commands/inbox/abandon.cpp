#include "daemon/commands/inbox/intervene.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

Exit abandon_command(Cli const& cli, AbandonOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto chosen = case_argument(cli, *config, options.session, options.signal);
  if (!chosen) return chosen.error();
  auto dry = options.dry_run == DryRun::yes;
  if (dry) {
    auto waiting = look_before(*chosen, Happening::abandon);
    if (!waiting) return complain(cli, waiting.error());
  } else if (auto done = give_up(*chosen); !done) {
    return complain(cli, done.error());
  }
  if (cli.output == Output::json)
    print_json({{"version", 1},
                {"session", chosen->session().shown()},
                {"signal", layout::signal(chosen->signal)},
                {"dry_run", dry}});
  else
    fmt::print("{} {}; {}\n", layout::refused(chosen->signal), dry ? "would be given up" : "given up",
               chosen->signal.kind.is_document() ? "it stays in the history (artifactctl state log)"
                                                 : "its files and the graph stay as they are");
  return Exit::ok;
}

} // namespace artifactd
