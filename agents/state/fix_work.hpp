// What is due for the fixes of a run without a request: which fix is next, and what prevents the work.
#pragma once

#include "agents/state/fixing.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// A change of the skill was interrupted: the next one to work on its fixes completes it or rolls it back.
[[nodiscard]] bool is_cut_short(FixPolicy const& policy, tuning::TuningState const& state);

/// Whether the state in place has work due: a fix to apply, verify or roll back, a change to complete.
[[nodiscard]] bool wants_fixing(Session const& session, FixPolicy const& policy,
                                tuning::TuningState const& state);

struct FixingDone {
  std::vector<FixOutcome> outcomes;
  std::optional<Error> trouble; ///< why it stopped; names the fix
};
/// Does all of it, as far as possible.
[[nodiscard]] FixingDone work_on_fixes(Session const& session, FixPolicy const& policy);

/// What prevents a fix from being applied, or a failed one from being rolled back, until a person deals with
/// it; empty if nothing does.
struct FixObstacle {
  std::string fix;
  std::string why;
  std::string_view command; ///< of `artifactctl state`, which shows more
};
[[nodiscard]] std::optional<FixObstacle> fix_obstacle(Session const& session, FixPolicy const& policy,
                                                      tuning::TuningState const& state);

} // namespace artifactd
