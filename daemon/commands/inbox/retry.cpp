#include "daemon/commands/inbox/intervene.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

Exit retry_command(Cli const& cli, RetryOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto chosen = case_argument(cli, *config, options.session, options.signal);
  if (!chosen) return chosen.error();
  auto const& session = chosen->session();
  auto dry = options.dry_run == DryRun::yes;
  if (dry) {
    auto refused = stamp_at(session.directory(), layout::refused(chosen->signal));
    if (!refused) return complain(cli, refused.error());
  } else if (auto done = hand_in_again(*chosen, options.budget); !done) {
    return complain(cli, done.error());
  }
  if (cli.output == Output::json)
    print_json({{"version", 1},
                {"session", session.shown()},
                {"signal", layout::signal(chosen->signal)},
                {"dry_run", dry}});
  else
    fmt::print("{} {} {}\n", layout::refused(chosen->signal), dry ? "would be renamed to" : "renamed to",
               layout::signal(chosen->signal));
  return Exit::ok;
}

} // namespace artifactd
