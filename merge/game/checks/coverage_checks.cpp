#include "merge/game/checks/coverage_checks.hpp"

#include "merge/game/checks/references.hpp"
#include "merge/game/checks/written_paths.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>

namespace artifactd::game {

namespace {

/// Keys of the transitions that write each field, by its normalized path; empty for what actions write.
using Writers = std::map<std::string, std::set<std::string_view>>;

Writers writers_of(Game const& game) {
  Writers as_written; // by unnormalized path: paths repeat often
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      for (auto const& operation : action.operations)
        for (auto const& path : paths_of(operation))
          as_written[path];
  for (auto const& each : game.transition_instructions())
    for (auto const& operation : each.instruction.operations)
      for (auto const& path : paths_of(operation))
        as_written[path].insert(each.key);
  Writers writers;
  for (auto& [path, keys] : as_written)
    writers[normalized(path)].merge(keys);
  return writers;
}

void check_checked_fields(Game const& game, Writers const& written, Report& report) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<Transition const*>> users;
  for (auto const& transition : game.transitions())
    for (auto const& field : transition.checked_fields) {
      auto& known = users[field];
      if (known.empty()) order.push_back(field);
      known.push_back(&transition);
    }
  for (auto const& field : order) {
    if (is_router_name(field) || written.contains(normalized(field))) continue;
    std::vector<std::string_view> ids;
    for (auto const* each : users[field])
      ids.push_back(each->id);
    report.add(
        "I21", users[field].front()->part,
        fmt::format("Field '{}' is used in transition preconditions ({}) but is never set by any stateDelta "
                    "operation. This may cause transitions to never fire. Consider adding a stateDelta "
                    "operation to initialize this field.",
                    field, fmt::join(ids, ", ")));
  }
}

void check_self_blocking(Game const& game, Writers const& writers, Report& report) {
  for (auto const& transition : game.transitions()) {
    if (transition.preconditions.empty()) continue;
    for (auto const& field : transition.checked_fields) {
      auto found = writers.find(normalized(field));
      if (found == writers.end() || found->second.size() != 1 || !found->second.contains(transition.id))
        continue;
      report.add(
          "I22", transition.part,
          fmt::format(
              "Transition '{0}' is self-blocking: field '{1}' is checked by a precondition but is only "
              "ever set by this transition's own stateDelta. It waits for what only it would do. Fix: "
              "move the stateDelta op that sets '{1}' to the predecessor transition that fires "
              "immediately before '{0}' (i.e., the transition that targets phase '{2}').",
              transition.id, field, transition.from));
    }
  }
}

void check_never_written(Game const& game, Report& report) {
  WrittenFields const written(game);
  for (auto const& transition : game.transitions())
    for (auto const& precondition : transition.preconditions) {
      if (precondition.logic == nullptr) continue;
      for (auto& reference : field_references(*precondition.logic)) {
        constexpr std::string_view length = ".length";
        if (reference.field.ends_with(length)) reference.field.resize(reference.field.size() - length.size());
        if (reference.field.empty() || is_router_name(reference.field) || written.covers(reference.field))
          continue;
        report.add("I15", {precondition.part.text, reference.at},
                   fmt::format("Field \"{}\" is used in transition preconditions but is never written by any "
                               "stateDelta operation.",
                               reference.field));
      }
    }
}

} // namespace

void check_coverage(Game const& game, Report& report) {
  auto const writers = writers_of(game);
  check_checked_fields(game, writers, report);
  check_self_blocking(game, writers, report);
  check_never_written(game, report);
}

} // namespace artifactd::game
