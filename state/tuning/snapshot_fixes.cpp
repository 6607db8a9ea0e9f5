#include "state/text/unified_diff.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/snapshot.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace artifactd::tuning {

namespace {

bool stands(AppliedFix const& applied) noexcept {
  return applied.success && applied.verification != Verification::rolled_back;
}

void check_change(FileChange const& change, Report& report) {
  auto lacks = [&](char const* message, char const* expected) {
    report.error("X33", *change.node, message, expected);
  };
  auto has = [&](Text const& part, char const* message) {
    report.error("X33", *part.node, message, "nothing");
  };
  if (change.diff)
    if (auto const diff = check_diff(change.diff->text); !diff)
      report.error("X33", *change.diff->node, "the diff cannot be applied: " + diff.error().message,
                   "a unified diff of this file, without a fence");
  switch (change.action) {
  case ChangeAction::create:
    if (!change.new_content && !change.diff)
      lacks("the file to create has no content", "new_content or diff");
    if (change.old_content) has(*change.old_content, "a file to create has no old content");
    return;
  case ChangeAction::remove:
    if (change.new_content) has(*change.new_content, "a file to delete has no new content");
    return;
  case ChangeAction::modify:
    if (!change.diff && !(change.old_content && change.new_content))
      lacks("the change does not say what to change in the file", "diff, or old_content and new_content");
    return;
  }
}

void check_proposed(TuningState const& state, Report& report) {
  std::set<std::string_view> ids;
  for (auto const& fix : state.proposed) {
    if (!ids.insert(fix.id.text).second)
      report.error("X04", *fix.id.node, "another proposed fix already has this id", "an id of its own");
    if (fix.issue_ids.empty())
      report.error("X30", *fix.node->find("issue_ids"), "the fix names no issue", "at least one issue's id");
    // Solved issues are removed: only before the first verification are all issues of a run still there.
    if (!state.completed(action::verify))
      for (auto const& id : fix.issue_ids)
        if (state.issue(id.text) == nullptr)
          report.error("X30", *id.node, "this run has no such issue", "the id of an issue");
    for (auto const& change : fix.changes)
      check_change(change, report);
  }
}

void check_pending(TuningState const& state, Report& report) {
  std::set<std::string_view> ids;
  for (auto const& id : state.pending) {
    if (!ids.insert(id.text).second) report.error("X03", *id.node, "the fix is already pending");
    auto const* fix = state.proposed_fix(id.text);
    if (fix == nullptr)
      report.error("X02", *id.node, "no proposed fix has this id", "the id of a proposed fix");
    else if (std::ranges::none_of(fix->issue_ids,
                                  [&](Text const& each) { return state.issue(each.text) != nullptr; }))
      report.warning("X31", *id.node, "none of the fix's issues is still open");
    if (std::ranges::any_of(state.applied, [&](AppliedFix const& each) {
          return each.fix_id.text == id.text && stands(each);
        }))
      report.error("X07", *id.node, "the fix was already applied successfully");
  }
}

void check_applied(TuningState const& state, Report& report) {
  std::set<std::string_view> successes;
  for (auto const& applied : state.applied) {
    if (state.proposed_fix(applied.fix_id.text) == nullptr)
      report.error("X06", *applied.fix_id.node, "no proposed fix has this id", "the id of a proposed fix");
    if (stands(applied) && !successes.insert(applied.fix_id.text).second)
      report.error("X46", *applied.fix_id.node, "the fix was applied successfully before");
    if (!applied.success && applied.verification == Verification::pass)
      report.error("X36", *applied.node->find("verification_result"),
                   "the fix failed to apply, so it cannot pass", "fail");
    if (applied.verification == Verification::rolled_back && applied.rollback_available)
      report.error("X38", *applied.node->find("rollback_available"), "the fix was already rolled back",
                   "false");
  }
}

void check_origin(TuningState const& state, Report& report) {
  if (!state.proposed.empty() && !state.completed(action::propose))
    report.error("X40", state.at("proposed_fixes"), "action-propose-fixes was never completed", "[]");
  if (!state.applied.empty() && !state.completed(action::apply))
    report.error("X40", state.at("applied_fixes"), "action-apply-fix was never completed", "[]");
}

} // namespace

void check_fixes(TuningState const& state, Report& report) {
  check_proposed(state, report);
  check_pending(state, report);
  check_applied(state, report);
  check_origin(state, report);
}

} // namespace artifactd::tuning
