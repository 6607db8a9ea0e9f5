#include "agents/state/fix_work.hpp"

#include "agents/state/fix_backup.hpp"
#include "agents/state/fix_target.hpp"
#include "agents/state/fix_verdict.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace artifactd {

namespace {

using tuning::AppliedFix;
using tuning::TuningState;
using tuning::Verification;

bool is_idle(TuningState const& state) {
  return state.status == tuning::Status::running && !state.current_action;
}

bool waits_for_verdict(AppliedFix const& applied) {
  return applied.verification == Verification::pending;
}

bool failed(AppliedFix const& applied) {
  return applied.verification == Verification::fail && applied.rollback_available;
}

/// The first of the fixes artifactd applied for which the condition holds.
AppliedFix const* find_ours(Session const& session, FixPolicy const& policy, TuningState const& state,
                            bool (*holds)(AppliedFix const&)) {
  auto found = std::ranges::find_if(state.applied, [&](AppliedFix const& each) {
    return holds(each) && is_ours(session, policy, state, each);
  });
  return found == state.applied.end() ? nullptr : &*found;
}

/// One step that is due; empty if all is done or it cannot be done.
Result<std::vector<FixOutcome>> next_step(Session const& session, FixPolicy const& policy,
                                          TuningState const& state) {
  if (!state.pending.empty())
    return std::vector{TRY(apply_fix(session, policy, state.pending.front().text, Rehearsal::no))};
  if (auto const* failing = find_ours(session, policy, state, failed))
    return std::vector{TRY(rollback_fix(session, policy, failing->fix_id.text, Rehearsal::no))};
  if (find_ours(session, policy, state, waits_for_verdict) == nullptr) return std::vector<FixOutcome>();
  return verify_fixes(session, policy, std::nullopt);
}

/// The fix whose turn it is, for people.
std::string next_fix(Session const& session, FixPolicy const& policy, TuningState const& state) {
  if (!state.pending.empty()) return state.pending.front().text;
  for (auto holds : {failed, waits_for_verdict})
    if (auto const* fix = find_ours(session, policy, state, holds)) return fix->fix_id.text;
  return "fixes";
}

} // namespace

bool is_cut_short(FixPolicy const& policy, TuningState const& state) {
  if (policy.target_root.empty() || !state.target_path) return false;
  auto target = fix_target(policy.target_root, state);
  return target && stamp_at(target->directory.get(), layout::change_room);
}

bool wants_fixing(Session const& session, FixPolicy const& policy, TuningState const& state) {
  if (is_cut_short(policy, state)) return true;
  if (policy.target_root.empty() || !policy.apply || !is_idle(state)) return false;
  return !state.pending.empty() || find_ours(session, policy, state, waits_for_verdict) ||
         find_ours(session, policy, state, failed);
}

FixingDone work_on_fixes(Session const& session, FixPolicy const& policy) {
  FixingDone done;
  for (;;) {
    auto seen = settled_state(session, policy);
    if (!seen) {
      done.trouble = std::move(seen).error();
      return done;
    }
    auto const& state = *seen;
    if (!policy.apply || !is_idle(state)) return done;
    auto step = next_step(session, policy, state);
    if (!step) {
      done.trouble = std::move(step).error().within(next_fix(session, policy, state));
      return done;
    }
    auto drifted = std::ranges::find(*step, FixOutcome::What::drifted, &FixOutcome::what) != step->end();
    auto over = step->empty() || drifted;
    std::ranges::move(*step, std::back_inserter(done.outcomes));
    if (over) return done;
  }
}

std::optional<FixObstacle> fix_obstacle(Session const& session, FixPolicy const& policy,
                                        TuningState const& state) {
  if (policy.target_root.empty() || !state.target_path) return std::nullopt;
  if (is_cut_short(policy, state))
    return FixObstacle{"a fix", "its change to the files is unfinished, and is completed or undone by",
                       "verify"};
  if (!is_idle(state)) return std::nullopt;
  if (policy.yes_to)
    if (auto const above = fixes_above(state, *policy.yes_to);
        !above.empty() && above.size() == state.pending.size())
      return FixObstacle{above.front(),
                         "it has more risk than may be taken without approval: approve it, or decline it "
                         "with `artifactctl state drop`",
                         "apply"};
  if (!policy.apply) return std::nullopt;
  auto target = fix_target(policy.target_root, state);
  if (auto const* failing = find_ours(session, policy, state, failed)) {
    auto backup = backup_of(state, *failing);
    auto reversal = target && backup
                        ? read_backup(session, policy.records, *backup, *failing, target->directory.get())
                        : Result<FixReversal>(fail(target ? backup.error() : target.error()));
    if (!reversal)
      return FixObstacle{failing->fix_id.text,
                         "it failed its verification and cannot be rolled back: " + reversal.error().message,
                         "rollback"};
  }
  if (state.pending.empty()) return std::nullopt;
  auto const* fix = state.proposed_fix(state.pending.front().text);
  if (fix == nullptr) return std::nullopt;
  auto plan = target ? plan_fix(*target, *fix, policy.verify) : Result<FixPlan>(fail(target.error()));
  if (!plan) return FixObstacle{fix->id.text, "it cannot be applied: " + plan.error().message, "apply"};
  if (plan->drifts.empty()) return std::nullopt;
  return FixObstacle{fix->id.text, to_text({fix->id.text, FixOutcome::What::drifted, {}, plan->drifts}),
                     "apply"};
}

} // namespace artifactd
