#include "state/tuning/actions.hpp"
#include "state/tuning/snapshot.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>

namespace artifactd::tuning {

namespace {

constexpr std::size_t kept_entries = 10; ///< how many entries later writers keep

void check_current(TuningState const& state, Report& report) {
  auto const* last = state.history.empty() ? nullptr : &state.history.back();
  auto open = last != nullptr && !last->is_closed();
  if (!state.current_action) {
    if (open)
      report.error(
          "X20", state.at("current_action"),
          fmt::format("the entry of {} is open, and it is not the current action", last->action.text),
          last->action.node->string(), "Set current_action, or close the entry.");
    return;
  }
  if (open && last->action.text == state.current_action->text) return;
  report.error("X20", *state.current_action->node,
               "no open entry at the end of the history belongs to the current action",
               open ? last->action.text : "null");
}

void check_entries(TuningState const& state, Report& report) {
  for (auto entry = state.history.begin(); entry != state.history.end(); ++entry) {
    if (!entry->is_closed() && entry + 1 != state.history.end())
      report.error("X21", *entry->node->find(entry->completed_at ? "result" : "completed_at"),
                   "the entry was never closed, and others follow", "completed_at and result");
    if (entry->completed_at && entry->completed_at->ns < entry->started_at.ns)
      report.error("X22", *entry->completed_at->node, "the action ended before it began",
                   "at least " + entry->started_at.node->string());
    if (entry != state.history.begin() && entry->started_at.ns < (entry - 1)->started_at.ns)
      report.error("X22", *entry->started_at.node, "the entry began before the one that precedes it",
                   "at least " + (entry - 1)->started_at.node->string());
  }
}

void check_name(Text const& name, Report& report) {
  auto known = knows_action(name.text);
  if (known == Known::newer) report.warning("X23", *name.node, "only later writers know this action");
  if (known == Known::no)
    report.error("X23", *name.node, "there is no such action", "for instance action-verify");
}

void check_completed(TuningState const& state, Report& report) {
  std::map<std::string, long> missing; // by action: successes in the history minus completions
  std::size_t successes = 0;
  for (auto const& entry : state.history)
    if (entry.is_closed() && entry.outcome == Outcome::success) {
      ++missing[entry.action.text];
      ++successes;
    }
  if (state.history.size() == kept_entries && state.completed_actions.size() > successes)
    return; // only the latest entries are kept
  for (auto const& done : state.completed_actions)
    --missing[done.text];
  for (auto const& [name, count] : missing)
    if (count != 0)
      return report.warning("X24", state.at("completed_actions"),
                            fmt::format("{} is {} than the history has it", name,
                                        count > 0 ? "completed less often" : "completed more often"));
}

} // namespace

void check_actions(TuningState const& state, Report& report) {
  check_current(state, report);
  check_entries(state, report);
  for (auto const& entry : state.history)
    check_name(entry.action, report);
  for (auto const& done : state.completed_actions)
    check_name(done, report);
  if (state.current_action && state.history.empty()) check_name(*state.current_action, report);
  check_completed(state, report);
}

} // namespace artifactd::tuning
