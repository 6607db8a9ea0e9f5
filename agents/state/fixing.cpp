#include "agents/state/fixing.hpp"

#include "agents/state/fix_backup.hpp"
#include "agents/state/fix_target.hpp"
#include "agents/state/fix_verdict.hpp"
#include "agents/state/guard.hpp"
#include "agents/state/update.hpp"
#include "state/platform/digest.hpp"
#include "state/session/session_layout.hpp"
#include "state/session/steady_read.hpp"
#include "state/settle/claim.hpp"
#include "state/tuning/fix_record.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <iterator>
#include <utility>

namespace artifactd {

namespace {

using tuning::AppliedFix;
using tuning::TuningState;
using tuning::Verification;

constexpr auto fix_patience = std::chrono::seconds(10);
constexpr int verify_tries = 3;

tuning::AppliedRecord record_of(std::string const& fix, std::string at, FixBackup const& backup,
                                std::vector<FileEdit> const& edits) {
  tuning::AppliedRecord record{fix, std::move(at), backup.path, {}};
  for (auto const& edit : edits)
    record.changes.push_back({edit.path, std::string(action_word(edit)),
                              edit.before ? backup.path + "/" + edit.path : std::string()});
  return record;
}

/// The last time it was applied.
std::optional<std::size_t> last_applied(TuningState const& state, std::string const& fix) {
  for (auto i = state.applied.size(); i-- > 0;)
    if (state.applied[i].fix_id.text == fix) return i;
  return std::nullopt;
}

std::string about(std::string_view act, std::string const& fix, std::string const& at) {
  return fmt::format("{} {} {}", act, at, fix);
}

/// Whether the state records what the change set was made for.
bool stands_recorded(TuningState const& state, std::string const& told) {
  return std::ranges::any_of(state.applied, [&](AppliedFix const& each) {
    auto at = each.applied_at.node->string();
    return told == about("apply", each.fix_id.text, at) ||
           (told == about("rollback", each.fix_id.text, at) && !each.rollback_available);
  });
}

/// Empty if all of them were put back.
std::string left_words(std::vector<std::string> const& left) {
  if (left.empty()) return "";
  return fmt::format("{} {} changed meanwhile and left as {}", fmt::join(left, ", "),
                     left.size() == 1 ? "was" : "were", left.size() == 1 ? "it is" : "they are");
}

/// The change is kept if the state records it. If that is not certain to last, or cannot be determined now,
/// the set stays and the next caller finishes it.
Result<void> record(Session const& session, Claim const& claim, FixPolicy const& policy, ChangeSet& set,
                    tuning::Change const& change) {
  auto updated = tuning::update(claim, session, change, {}, tuning::Publishing::yes, policy.history);
  if (updated && !updated->refused) return set.keep();
  auto error = updated ? Error{Fault::invalid,
                               "the state would be refused: " + first_error(updated->findings)->message}
                       : std::move(updated).error();
  auto state = state_in_place(session);
  if (!state || stands_recorded(*state, set.intent().about)) return fail(std::move(error));
  auto left = set.undo();
  if (!left)
    error.message += "; and undoing the change: " + left.error().message;
  else if (!left->empty())
    error.message += "; its change to the files is undone, but " + left_words(*left);
  return fail(std::move(error));
}

/// Whether the session the change was made for records it; false if that session is gone. Fault::busy while
/// its claim is held.
Result<bool> stands_elsewhere(Session const& session, ChangeIntent const& intent) {
  auto const owner = TRY(unless_missing(Session::open(intent.owner)));
  if (!owner) return false;
  if (same_file(owner->stamp(), session.stamp())) return false; // this one, already checked
  auto claim = Claim::take(*owner);
  auto state = claim ? state_in_place(*owner) : Result<TuningState>(fail(claim.error()));
  if (state) return stands_recorded(*state, intent.about);
  if (state.error().fault == Fault::missing) return false;
  return fail(Fault::busy,
              fmt::format("a change of {} is not finished: {}", intent.owner, state.error().message));
}

/// With both claims held nobody is working on it. Fault::changed, once, for files that could not be put back
/// because somebody wrote them meanwhile.
Result<void> finish(Session const& session, ChangeSet& set) {
  auto state = TRY(state_in_place(session));
  if (stands_recorded(state, set.intent().about) || TRY(stands_elsewhere(session, set.intent())))
    return set.keep();
  auto left = TRY(set.undo());
  if (left.empty()) return {};
  return fail(Fault::changed, fmt::format("an unfinished change ({}) is undone, but {}", set.intent().about,
                                          left_words(left)));
}

Result<void> finish_change(Session const& session, FixTarget const& target) {
  auto found = TRY(ChangeSet::find(target.directory.get()));
  return found ? finish(session, *found) : Result<void>();
}

/// Everything needed to work on the files: the claim, the state, the target, with no unfinished change.
struct FixPlace {
  Claim claim;
  TuningState state;
  FixTarget target;
};

Result<FixPlace> enter(Session const& session, FixPolicy const& policy) {
  auto claim = TRY(Claim::take_soon(session, fix_patience));
  TRY(tuning::recover_state(claim, session));
  auto state = TRY(state_in_place(session));
  auto target = TRY(fix_target(policy.target_root, state));
  TRY(finish_change(session, target));
  return FixPlace{std::move(claim), std::move(state), std::move(target)};
}

/// The state and the target, with the claim released.
Result<std::pair<TuningState, FixTarget>> look_around(Session const& session, FixPolicy const& policy) {
  auto place = TRY(enter(session, policy));
  return std::pair(std::move(place.state), std::move(place.target));
}

Result<FixOutcome> roll_back(Session const& session, FixPolicy const& policy, FixPlace const& place,
                             std::size_t index, Rehearsal rehearsal) {
  auto const& applied = place.state.applied[index];
  auto const& fix = applied.fix_id.text;
  auto root = place.target.directory.get();
  auto reversal =
      TRY(read_backup(session, policy.records, TRY(backup_of(place.state, applied)), applied, root));
  FixOutcome outcome{fix, FixOutcome::What::rolled_back, std::move(reversal.edits)};
  if (rehearsal == Rehearsal::yes) return outcome;
  ChangeIntent const intent{session.shown(), about("rollback", fix, applied.applied_at.node->string()),
                            std::move(reversal.made)};
  auto set = TRY(ChangeSet::carry_out(root, intent, outcome.edits));
  TRY(record(session, place.claim, policy, set,
             [&](std::string_view text) { return tuning::record_rolled_back(text, index); }));
  return outcome;
}

Result<std::vector<FixOutcome>> verify_as_applied(Session const& session, FixPolicy const& policy,
                                                  std::optional<std::string> const& fix) {
  std::vector<FixOutcome> outcomes;
  std::vector<tuning::Verdict> verdicts;
  auto [state, target] =
      TRY(look_around(session, policy)); // a command may take long: it runs without the claim
  for (std::size_t i = 0; i < state.applied.size(); ++i) {
    auto const& applied = state.applied[i];
    if (applied.verification != Verification::pending || (fix && *fix != applied.fix_id.text)) continue;
    auto verdict = TRY(verify_applied(session, policy, target, state, applied));
    verdicts.push_back({i, verdict.passed});
    outcomes.push_back({.fix = applied.fix_id.text,
                        .what = verdict.passed ? FixOutcome::What::passed : FixOutcome::What::failed,
                        .words = std::move(verdict.words)});
  }
  if (fix && verdicts.empty()) return fail(Fault::missing, *fix + " has no verification pending");
  if (verdicts.empty()) return outcomes;
  auto updated = TRY(tuning::update(
      session, [&](std::string_view text) { return tuning::record_verdicts(text, verdicts); },
      Digest().add(*state.text).hex(), tuning::Publishing::yes, policy.history));
  if (updated.refused)
    return fail(Fault::invalid, "the state would be refused: " + first_error(updated.findings)->message);
  return outcomes;
}

} // namespace

Result<FixOutcome> apply_fix(Session const& session, FixPolicy const& policy, std::string const& named,
                             Rehearsal rehearsal) {
  auto place = TRY(enter(session, policy));
  auto const& state = place.state;
  if (named.empty() && state.pending.empty()) return fail(Fault::missing, "no fix is pending");
  auto const fix = named.empty() ? state.pending.front().text : named;
  auto const* proposed = state.proposed_fix(fix);
  auto pending = std::ranges::find(state.pending, fix, &tuning::Text::text) != state.pending.end();
  if (proposed == nullptr || !pending) return fail(Fault::missing, fix + " is not among the pending fixes");
  if (state.current_action)
    return fail(Fault::busy, fmt::format("{} is under way", state.current_action->text));
  auto plan = TRY(plan_fix(place.target, *proposed, policy.verify));
  if (!plan.drifts.empty()) return FixOutcome{fix, FixOutcome::What::drifted, {}, std::move(plan.drifts)};
  FixOutcome outcome{fix, FixOutcome::What::applied, std::move(plan.edits)};
  if (rehearsal == Rehearsal::yes) return outcome;
  auto backup = TRY(new_backup(session, policy.records, state, fix));
  TRY(write_backup(session, policy.records, backup, place.target.directory.get(), outcome.edits));
  auto at = tuning::record_time(*state.text);
  auto set = TRY(ChangeSet::carry_out(place.target.directory.get(),
                                      {session.shown(), about("apply", fix, at)}, outcome.edits));
  TRY(record(session, place.claim, policy, set, [&](std::string_view text) {
    return tuning::record_applied(text, record_of(fix, at, backup, outcome.edits));
  }));
  return outcome;
}

/// Another fix may be applied while these are judged: then all are judged again, since the verdicts have to
/// fit one state.
Result<std::vector<FixOutcome>> verify_fixes(Session const& session, FixPolicy const& policy,
                                             std::optional<std::string> const& fix) {
  return read_until_steady([&] { return verify_as_applied(session, policy, fix); }, verify_tries);
}

Result<FixOutcome> rollback_fix(Session const& session, FixPolicy const& policy, std::string const& fix,
                                Rehearsal rehearsal) {
  auto place = TRY(enter(session, policy));
  using enum tuning::Status;
  if (auto const status = place.state.status; status == completed || status == failed)
    return fail(Fault::invalid,
                fmt::format("the run has {}, and its state is frozen: first restore one from before the end "
                            "with `artifactctl state restore {} N`; `artifactctl state log {}` lists them",
                            status == completed ? "completed" : "failed", session.shown(), session.shown()));
  auto index = last_applied(place.state, fix);
  if (!index || !place.state.applied[*index].rollback_available)
    return fail(Fault::missing, fix + " was not applied, or there is nothing to roll it back to");
  return roll_back(session, policy, place, *index, rehearsal);
}

Result<TuningState> settled_state(Session const& session, FixPolicy const& policy) {
  return std::move(TRY(look_around(session, policy)).first);
}

} // namespace artifactd
