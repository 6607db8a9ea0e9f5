#include "daemon/commands/edit/repair_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

void tell_repair(Cli const& cli, editor::Repair const& repair) {
  for (auto const& attempt : repair.attempts) {
    for (auto const& change : attempt.plan.changes) {
      auto const kept = std::ranges::find(attempt.kept, change.cause) != attempt.kept.end();
      tell(cli, fmt::format("{}: {}{}", printable(change.place()), printable(change.description),
                            change.edits.empty() && !kept ? " (needs a model or a person)" : ""));
    }
    for (auto const& patch : attempt.plan.patches)
      tell(cli, fmt::format("{}{}: {}", printable(patch.file), printable(patch.pointer),
                            printable(patch.description)));
    for (auto const& undone : attempt.undone)
      tell(cli, "did not help: " + printable(undone));
  }
  for (auto const& error : repair.remaining)
    tell(cli, "remains: " + printable(error));
  for (auto const& error : repair.unproven)
    tell(cli, "not proven: " + printable(error));
}

} // namespace artifactd
