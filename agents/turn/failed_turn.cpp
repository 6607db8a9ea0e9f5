#include "agents/turn/failed_turn.hpp"

#include "agents/turn/prompts/spent.hpp"
#include "agents/turn/store/attempts.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::turn {

namespace {

std::string hint_for(std::string_view code) {
  std::string still = "The story has not changed. ";
  if (code == "turn.contract")
    return still + "Submit the same action again to repeat that step, or choose another model.";
  if (code == "turn.refused")
    return still + "Try another text under another user_action_id, or another model.";
  if (code == "turn.truncated")
    return still + "Submit the same action again to repeat that step, or choose another model. How long a "
                   "reply may be cannot be set.";
  if (code == "turn.model_unusable")
    return still + "Have that repaired in [models.…], or choose another model; then submit the same action "
                   "again.";
  if (code == "turn.prompt_too_large")
    return still + "Shorten that part (another text needs another user_action_id), or raise [turn] "
                   "prompt_bytes if the model takes more.";
  if (code == "turn.ruleset_mismatch")
    return still + "Repair the ruleset, import it again and choose that version (rebase). If turns behind a "
                   "rebase were undone, play them again (redo).";
  return still;
}

} // namespace

Result<Finding> fail_turn(Store const& store, TurnRequest const& request, FailedTurn const& failed,
                          TurnFailure failure) {
  if (!is_pending(failure)) TRY(drop_replies(store, failed.attempt_id, failure.asked));
  TRY(fail_attempt(store, failed.attempt_id,
                   {.error_code = failure.code,
                    .message = failure.message,
                    .spent = spent(failure.events),
                    .turn_index = failed.turn_index,
                    .events = failure.events,
                    .at = now()}));
  if (is_pending(failure))
    return fail(pending_fault(failure), fmt::format("{}: {}", failure.code, failure.message));
  auto finding = turn_finding(request, failure.code, std::move(failure.message), hint_for(failure.code));
  if (failure.code == "turn.contract" && !failure.step.empty())
    finding.expected = "a " + failure.step + " reply that keeps its contract";
  finding.found = fmt::format("{}", fmt::join(failure.faults, "; "));
  return finding;
}

} // namespace artifactd::turn
