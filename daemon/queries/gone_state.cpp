#include "daemon/queries/gone_state.hpp"

#include "agents/state/state_kind.hpp"
#include "daemon/settling/policies.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

std::optional<StuckRow> gone_state(Config const& config, SessionKey const& key) {
  if (policies(config).state.on_invalid == StatePolicy::OnInvalid::ignore) return std::nullopt;
  auto const entered = enter_session(key, config.served.kinds);
  if (!entered) return std::nullopt;
  auto const& session = entered->session;
  auto const there = stamp_at(session.directory(), layout::tuning_state);
  if (there || there.error().fault != Fault::missing) return std::nullopt;
  auto restore = tuning::restore_command(session);
  if (!restore || restore->empty()) return std::nullopt; // settling reports other errors
  auto const states = shell_quoted(session.shown() + "/" + layout::states);
  return StuckRow{.state = StuckRow::State::trouble,
                  .session = session.shown(),
                  .file = layout::tuning_state,
                  .reason =
                      fmt::format("it is gone, though it was accepted before (to give it up, remove the "
                                  "accepted ones: rm -r {})",
                                  states),
                  .todo = "To put the one accepted last back in place",
                  .next = *std::move(restore),
                  .since_ns = session.stamp().changed_ns};
}

} // namespace artifactd
