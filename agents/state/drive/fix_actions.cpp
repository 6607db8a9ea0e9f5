#include "agents/state/drive/fix_actions.hpp"

#include "state/json/json_text.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/fix_record.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace action = tuning::action;

namespace {

/// A fix that no longer fits the files is not applied, and counts as an error.
Result<Stopped> drop_fix(DriveRun& run, FixOutcome const& outcome) {
  auto const words = to_text(outcome);
  TRY(run.state.must_publish([&](std::string_view text) -> Result<std::string> {
    auto const skipped = TRY(tuning::record_skipped(text, outcome.fix));
    return tuning::record_error(skipped, action::apply, words, true);
  }));
  run.tell(action::apply, "failed", words);
  return Stopped();
}

/// It is verified at once, before another fix changes the same files.
Result<Stopped> apply_one(DriveRun& run, std::string const& fix) {
  TRY(run.state.check());
  auto const outcome = TRY(apply_fix(run.session, run.policy.fixes, fix, Rehearsal::no));
  if (outcome.what == FixOutcome::What::drifted) return drop_fix(run, outcome);
  run.tell(action::apply, "done", to_text(outcome));
  TRY(run.state.look_again());
  return verify_run(run, fix);
}

} // namespace

Result<Stopped> verify_run(DriveRun& run, std::optional<std::string> const& fix) {
  TRY(run.state.check());
  for (auto const& outcome : TRY(verify_fixes(run.session, run.policy.fixes, fix))) {
    run.tell(action::verify, outcome.what == FixOutcome::What::passed ? "done" : "failed", to_text(outcome));
    if (outcome.what != FixOutcome::What::failed) continue;
    auto const back = TRY(rollback_fix(run.session, run.policy.fixes, outcome.fix, Rehearsal::no));
    run.tell(action::verify, "done", to_text(back));
  }
  TRY(run.state.look_again());
  return Stopped();
}

Result<Stopped> apply_next_fix(DriveRun& run) {
  auto const waiting = fixes_above(*run.state, run.policy.yes_to);
  auto const free = std::ranges::find_if(run.state->pending, [&waiting](tuning::Text const& each) {
    return std::ranges::find(waiting, each.text) == waiting.end();
  });
  if (free != run.state->pending.end()) return apply_one(run, std::string(free->text));
  // Applied fixes get their verdict before a person is asked, who may approve others meanwhile.
  auto const unverified =
      std::ranges::find(run.state->applied, tuning::Verification::pending, &tuning::AppliedFix::verification);
  if (unverified != run.state->applied.end()) return verify_run(run, {});
  auto const which = fmt::format("{}", fmt::join(waiting, ", "));
  run.tell(action::apply, "waits", which);
  auto const fix = fmt::format("{} {}", shell_quoted(run.session.shown()), shell_quoted(waiting.front()));
  return Stopped(DriveReport{
      DriveEnding::person,
      fmt::format("{} {} more risk than may be taken without approval: `artifactctl state apply {}{}` "
                  "approves, `artifactctl state drop {}` declines; then `{}` continues",
                  which, waiting.size() == 1 ? "has" : "have", fix, run.wishes.typed.target, fix,
                  run.continuing())});
}

} // namespace artifactd
