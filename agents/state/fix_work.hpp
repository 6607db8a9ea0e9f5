// What is to be done about the fixes of a run without anybody asking: which is next, and what keeps it from
// being done.
#pragma once

#include "agents/state/fixing.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// A change of the skill was cut short: the next who works on its fixes finishes it, or takes it back.
[[nodiscard]] bool is_cut_short(FixPolicy const& policy, tuning::TuningState const& state);

/// Something to be done for the state in place: a fix to apply, to verify or to take back, a change to
/// finish.
[[nodiscard]] bool wants_fixing(Session const& session, FixPolicy const& policy,
                                tuning::TuningState const& state);

struct FixingDone {
  std::vector<FixOutcome> outcomes;
  std::optional<Error> trouble; ///< why it went no further; names the fix
};
/// All of it, as far as it goes.
[[nodiscard]] FixingDone work_on_fixes(Session const& session, FixPolicy const& policy);

/// What keeps a fix from being applied, or one that failed from being rolled back, until a person sees to it;
/// empty when nothing does.
struct FixObstacle {
  std::string fix;
  std::string why;
  std::string_view command; ///< of `artifactctl state`, which tells more
};
[[nodiscard]] std::optional<FixObstacle> fix_obstacle(Session const& session, FixPolicy const& policy,
                                                      tuning::TuningState const& state);

} // namespace artifactd
