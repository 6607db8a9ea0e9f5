#include "state/tuning/actions.hpp"
#include "state/tuning/transition.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <span>

namespace artifactd::tuning {

namespace {

constexpr std::size_t error_window = 5;
constexpr std::size_t history_window = 10;

/// How many old entries were dropped, if the new list is the old one with entries appended and only the last
/// `window` kept; otherwise std::nullopt. If entries were dropped, the appended ones must be `fresh`:
/// otherwise rewritten old entries could fill the window.
template <class Entry, class Same, class Fresh>
std::optional<std::size_t> dropped(std::vector<Entry> const& before, std::vector<Entry> const& after,
                                   std::size_t window, Same same, Fresh fresh) {
  auto const most = after.size() == window ? before.size() : 0;
  for (std::size_t drop = 0; drop <= most; ++drop) {
    auto const kept = before.size() - drop;
    if (kept > after.size()) continue;
    auto const added = std::span(after).subspan(kept);
    if (std::ranges::equal(std::span(before).subspan(drop), std::span(after).first(kept), same) &&
        (drop == 0 || fresh(added)))
      return drop;
  }
  return std::nullopt;
}

/// Whether entries were only appended and none dropped.
template <class Entry, class Same>
bool only_added(std::vector<Entry> const& before, std::vector<Entry> const& after, Same same) {
  return dropped(before, after, 0, same, [](auto) { return true; }).has_value();
}

bool same_beginning(HistoryEntry const& before, HistoryEntry const& after) {
  return before.action.text == after.action.text && before.started_at.ns == after.started_at.ns;
}

bool continues(HistoryEntry const& before, HistoryEntry const& after) {
  if (before.is_closed()) return same_value(*before.node, *after.node);
  return same_beginning(before, after);
}

/// Where a list that does not continue the previous one first differs; `list` if something is gone.
template <class Entry, class Same>
JsonNode const& broken_at(std::vector<Entry> const& before, std::vector<Entry> const& after,
                          JsonNode const& list, Same same) {
  if (after.size() < before.size()) return list;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (!same(before[i], after[i])) return *first_difference(*before[i].node, *after[i].node);
  return list;
}

/// A different action in an entry's place means that the entry is gone.
JsonNode const& broken_at(Step const& step) {
  auto const& list = step.to.at("action_history");
  auto gone = !only_added(step.from.history, step.to.history, same_beginning);
  return gone ? list : broken_at(step.from.history, step.to.history, list, continues);
}

void check_begun(Step const& step, std::size_t known, Report& report) {
  auto const& [from, to] = step;
  if (known == to.history.size()) return; // nothing began
  auto const& first = to.history[known];
  auto refuse = [&](HistoryEntry const& entry, std::string const& reason) {
    auto const& at = to.current_action && !entry.is_closed() ? *to.current_action->node : *entry.action.node;
    report.error("T21", at, fmt::format("{} could not begin: {}", entry.action.text, reason));
  };
  if (!from.current_action)
    if (auto reason = obstacle(from, first.action.text)) return refuse(first, *reason);
  // After others in one write: what they left is known only if nothing was written since.
  auto const& last = to.history.back();
  if (last.is_closed()) return;
  if (auto reason = obstacle(to, last.action.text)) refuse(last, *reason);
}

void check_history(Step const& step, Report& report) {
  auto const& [from, to] = step;
  auto const begun_since = [&](std::span<HistoryEntry const> entries) {
    return !from.updated_at || std::ranges::all_of(entries, [&](HistoryEntry const& each) {
      return each.started_at.ns >= from.updated_at->ns;
    });
  };
  auto drop = dropped(from.history, to.history, history_window, continues, begun_since);
  if (!drop) {
    auto const& at = broken_at(step);
    return report.error("T06", at, "the history is not the previous one with entries added",
                        "closed entries as they were",
                        "An open entry is closed in its own place; new ones follow it.");
  }
  auto const known = from.history.size() - *drop;
  if (from.current_action && to.current_action && to.history.size() > known && known > 0 &&
      !to.history[known - 1].is_closed())
    report.error("T20", *to.current_action->node,
                 fmt::format("{} was under way and is not closed", from.current_action->text),
                 from.current_action->text);
  check_begun(step, known, report);
}

void check_completed(Step const& step, Report& report) {
  auto const& [from, to] = step;
  auto same = [](Text const& before, Text const& after) { return before.text == after.text; };
  if (only_added(from.completed_actions, to.completed_actions, same)) return;
  report.error("T07",
               broken_at(from.completed_actions, to.completed_actions, to.at("completed_actions"), same),
               "a completed action disappeared or changed", "those completed before, and then new ones");
}

void check_errors(Step const& step, Report& report) {
  auto same = [](ErrorEntry const& before, ErrorEntry const& after) {
    return same_value(*before.node, *after.node);
  };
  auto const& [from, to] = step;
  if (step.resumed()) return;
  auto const counted = to.error_count - std::min(from.error_count, to.error_count);
  auto const are_counted = [&](std::span<ErrorEntry const> added) { return added.size() <= counted; };
  auto const drop = dropped(from.errors, to.errors, error_window, same, are_counted);
  if (!drop)
    return report.error("T05", broken_at(from.errors, to.errors, to.at("errors"), same),
                        "an error disappeared or changed", "the errors recorded before, and then new ones");
  auto const added = to.errors.size() - (from.errors.size() - *drop);
  if (to.error_count >= from.error_count && added != counted && !(added == error_window && counted > added))
    report.error("T05", to.at("errors"), fmt::format("{} errors were added, and {} counted", added, counted),
                 fmt::format("error_count {}", from.error_count + added));
}

} // namespace

void check_record(Step const& step, Report& report) {
  check_history(step, report);
  check_completed(step, report);
  check_errors(step, report);
}

} // namespace artifactd::tuning
