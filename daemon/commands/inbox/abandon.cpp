#include "daemon/commands/inbox/bulk.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

Exit abandon_command(Cli const& cli, AbandonOptions const& options) {
  if (auto const exit = misused_bulk(cli, options.bulk, !options.session.empty())) return *exit;
  if (options.bulk.any())
    return act_on_all(cli, options.bulk, options.dry_run,
                      {.verb = "give up", .done = "given up", .would = "would be given up", .act = give_up});
  return with_case(cli, configuration_to_look(cli), options, [&](Case const& chosen) -> Result<Exit> {
    auto const dry = options.dry_run == DryRun::yes;
    if (dry)
      TRY(look_before(chosen, Happening::abandon));
    else
      TRY(give_up(chosen));
    return print_done(
        cli, chosen, options.dry_run,
        fmt::format("{} {}; {}", layout::refused(chosen.signal), dry ? "would be given up" : "given up",
                    chosen.signal.kind.is_document() ? "it stays in the history (artifactctl state log)"
                                                     : "its files and the graph stay as they are"));
  });
}

} // namespace artifactd
