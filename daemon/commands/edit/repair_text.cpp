#include "daemon/commands/edit/repair_text.hpp"

#include "state/text/unified_diff.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

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

std::string diff_of(editor::Repair const& repair, std::vector<game::GameFile> const& before) {
  std::string diff;
  for (auto const& file : repair.changed) {
    auto const old = std::ranges::find(before, file.name, &game::GameFile::name);
    std::string_view const was = old == before.end() ? std::string_view() : old->bytes;
    std::string_view const is = file.bytes;
    diff += make_diff(file.name, old == before.end() ? nullptr : &was, &is);
  }
  return diff;
}

nlohmann::ordered_json to_json(editor::Repair const& repair, std::vector<game::GameFile> const& before) {
  auto plans = nlohmann::ordered_json::array();
  auto undone = nlohmann::ordered_json::array();
  for (auto const& attempt : repair.attempts) {
    plans.push_back(editor::to_json(attempt.plan));
    for (auto const& each : attempt.undone)
      undone.push_back(each);
  }
  return {{"version", 1},
          {"repaired", repair.succeeded()},
          {"errors", repair.errors},
          {"remaining", repair.remaining},
          {"unproven", repair.unproven},
          {"plans", std::move(plans)},
          {"undone", std::move(undone)},
          {"diff", diff_of(repair, before)}};
}

} // namespace artifactd
