#include "daemon/commands/inbox/bulk.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/queries/odd_file.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

Exit retry_command(Cli const& cli, RetryOptions const& options) {
  if (auto const exit = misused_bulk(cli, options.bulk, !options.session.empty())) return *exit;
  if (options.bulk.any())
    return act_on_all(cli, options.bulk, options.dry_run,
                      {.verb = "submit again",
                       .done = "submitted again",
                       .would = "would be submitted again",
                       .act = [&](Case const& chosen) { return submit_again(chosen, options.attempts); },
                       .settles = true});
  return with_case(cli, configuration_to_look(cli), options, [&](Case const& chosen) -> Result<Exit> {
    auto const dry = options.dry_run == DryRun::yes;
    if (dry)
      TRY(refused_signal(chosen.session(), chosen.signal));
    else
      TRY(submit_again(chosen, options.attempts));
    return print_done(cli, chosen, options.dry_run,
                      fmt::format("{} {} {}", layout::refused(chosen.signal),
                                  dry ? "would be renamed to" : "renamed to", layout::signal(chosen.signal)));
  });
}

} // namespace artifactd
