#include "daemon/queries/waiting_fix.hpp"

#include "agents/state/fix_target.hpp"
#include "agents/state/fix_work.hpp"
#include "daemon/settling/policies.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

std::optional<StuckRow> waiting_fix(Config const& config, SessionKey const& key) {
  auto policy = fix_policy(config, key.root);
  if (policy.target_root.empty()) return std::nullopt;
  auto entered = enter_session(key, config.served.kinds);
  if (!entered || !stamp_at(entered->session.directory(), layout::tuning_state)) return std::nullopt;
  auto const& session = entered->session;
  auto state = state_in_place(session);
  auto obstacle = state ? fix_obstacle(session, policy, *state) : std::nullopt;
  if (!obstacle) return std::nullopt;
  auto reason =
      obstacle->why.starts_with(obstacle->fix) ? obstacle->why : obstacle->fix + ": " + obstacle->why;
  auto next = fmt::format("artifactctl state {} {}", obstacle->command, shell_quoted(session.shown()));
  if (obstacle->command != "verify") next += " " + shell_quoted(obstacle->fix) + " --dry-run";
  return StuckRow{.state = StuckRow::State::trouble,
                  .session = session.shown(),
                  .file = layout::tuning_state,
                  .reason = printable(reason),
                  .next = next,
                  .actor = Actor::persons};
}

} // namespace artifactd
