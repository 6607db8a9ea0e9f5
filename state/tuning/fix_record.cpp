#include "state/tuning/fix_record.hpp"

#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"
#include "state/tuning/action_record.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/edit.hpp"
#include "state/tuning/score.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

/// Requires that the run is running and no action is in progress.
Result<void> check_idle(TuningState const& state) {
  if (state.status != Status::running) return fail(Fault::changed, "the run is not running");
  if (state.current_action)
    return fail(Fault::busy, fmt::format("{} is under way", state.current_action->text));
  return {};
}

/// Fault::changed if it is not pending.
Result<std::string> no_longer_pending(std::string_view text, TuningState const& state, std::string_view fix) {
  std::vector<std::string> pending;
  for (auto const& id : state.pending)
    if (id.text != fix) pending.push_back(id.text);
  if (pending.size() == state.pending.size())
    return fail(Fault::changed, fmt::format("{} is not pending", fix));
  return set_member(text, "/pending_fixes", compact(Json(pending)));
}

bool passed_for(TuningState const& state, std::string_view issue) {
  return std::ranges::any_of(state.applied, [&](AppliedFix const& applied) {
    auto const* fix = state.proposed_fix(applied.fix_id.text);
    return applied.verification == Verification::pass && fix != nullptr &&
           std::ranges::find(fix->issue_ids, issue, &Text::text) != fix->issue_ids.end();
  });
}

Result<std::string> without_solved_issues(std::string_view text) {
  auto const state = TuningState::read(std::string(text));
  std::string open;
  for (auto const& issue : state.issues)
    if (!passed_for(state, issue.id.text))
      open += fmt::format("{}{}", open.empty() ? "" : ", ", issue.node->text());
  return set_member(text, "/issues", "[" + open + "]");
}

/// Closes the iteration whose last fix was just verified.
Result<std::string> close_iteration(std::string_view text, Formula formula) {
  auto const state = TuningState::read(std::string(text));
  auto count = std::min(state.iteration_count + 1, state.max_iterations);
  auto closed = TRY(set_member(text, "/iteration_count", std::to_string(count)));
  return record_score(TRY(without_solved_issues(closed)), formula);
}

} // namespace

std::string record_time(std::string_view text) {
  auto const state = TuningState::read(std::string(text));
  auto now = wall_now_ns();
  if (state.updated_at) now = std::max(now, state.updated_at->ns + 1'000'000);
  return iso8601(now);
}

Result<std::string> record_applied(std::string_view text, AppliedRecord const& record) {
  auto const state = TuningState::read(std::string(text));
  TRY(check_idle(state));
  auto changed = TRY(no_longer_pending(text, state, record.fix_id));
  auto changes = Json::array();
  std::vector<std::string> files;
  for (auto const& each : record.changes) {
    changes.push_back({{"file", each.file},
                       {"action", each.action},
                       {"backup", each.backup.empty() ? Json() : Json(each.backup)}});
    files.push_back(each.file);
  }
  Json const applied{{"fix_id", record.fix_id},
                     {"applied_at", record.applied_at},
                     {"success", true},
                     {"backup_path", record.backup_path},
                     {"verification_result", "pending"},
                     {"rollback_available", true},
                     {"changes_made", changes}};
  changed = TRY(set_member(changed, "/applied_fixes/-", compact(applied)));
  return record_done(changed, action::apply, files);
}

Result<std::string> record_skipped(std::string_view text, std::string_view fix) {
  auto const state = TuningState::read(std::string(text));
  TRY(check_idle(state));
  if (std::ranges::find(state.pending, fix, &Text::text) == state.pending.end())
    return fail(Fault::missing, fmt::format("{} is not among the pending fixes", fix));
  return record_closed_entry(TRY(no_longer_pending(text, state, fix)), action::apply, Outcome::skipped, {});
}

Result<std::string> record_verdicts(std::string_view text, std::vector<Verdict> const& verdicts) {
  auto const before = TuningState::read(std::string(text));
  TRY(check_idle(before));
  std::string changed(text);
  for (auto const& verdict : verdicts) {
    if (verdict.applied >= before.applied.size() ||
        before.applied[verdict.applied].verification != Verification::pending)
      return fail(Fault::changed, "the verdict was given meanwhile");
    changed = TRY(set_member(changed, fmt::format("/applied_fixes/{}/verification_result", verdict.applied),
                             verdict.passed ? "\"pass\"" : "\"fail\""));
  }
  changed = TRY(record_done(changed, action::verify, {}));
  auto const after = TuningState::read(changed);
  if (after.awaits_verification() || !after.pending.empty()) return changed;
  return close_iteration(changed, formula_of(before));
}

Result<std::string> record_rolled_back(std::string_view text, std::size_t applied) {
  auto const state = TuningState::read(std::string(text));
  if (applied >= state.applied.size() || !state.applied[applied].rollback_available)
    return fail(Fault::changed, "the fix was rolled back meanwhile");
  auto place = fmt::format("/applied_fixes/{}", applied);
  auto changed = TRY(set_member(text, place + "/verification_result", "\"rolled_back\""));
  return set_member(changed, place + "/rollback_available", "false");
}

} // namespace artifactd::tuning
