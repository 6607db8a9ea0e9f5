#include "daemon/commands/waiting_fix.hpp"

#include "agents/tuning/fix_plan.hpp"
#include "agents/tuning/fix_target.hpp"
#include "agents/tuning/fixing.hpp"
#include "daemon/policies.hpp"
#include "state/names.hpp"
#include "state/session_layout.hpp"

#include <fmt/core.h>

namespace artifactd {

std::optional<StuckRow> waiting_fix(Config const& config, SessionKey const& key, Session const& session) {
  if (!config.state.apply_fixes || !stamp_at(session.directory(), layout::tuning_state)) return std::nullopt;
  auto policy = fix_policy(config, key.root);
  if (policy.target_root.empty()) return std::nullopt;
  auto state = state_in_place(session);
  if (!state || state->pending.empty() || state->current_action) return std::nullopt;
  auto const* fix = state->proposed_fix(state->pending.front().text);
  if (fix == nullptr) return std::nullopt;
  auto target = fix_target(policy.target_root, *state);
  auto plan = target ? plan_fix(target->directory.get(), *fix) : Result<FixPlan>(fail(target.error()));
  if (plan && plan->drifts.empty()) return std::nullopt;
  auto reason = plan ? to_text({fix->id.text, FixOutcome::What::drifted, {}, plan->drifts})
                     : fmt::format("{} cannot be applied: {}", fix->id.text, plan.error().message);
  return StuckRow{.state = StuckRow::State::trouble,
                  .session = session.shown(),
                  .file = layout::tuning_state,
                  .reason = printable(reason),
                  .next = fmt::format("artifactctl state apply {} {} --dry-run",
                                      shell_quoted(session.shown()), shell_quoted(fix->id.text))};
}

} // namespace artifactd
