// Prepares a step of a story before anything is written: finds the story, checks the request against it, and
// plays the turn with the models.
#pragma once

#include "agents/turn/play.hpp"
#include "agents/turn/prepared_step.hpp"
#include "agents/turn/turn_policy.hpp"

namespace artifactd::turn {

/// How to follow or cancel a turn while it is played.
struct Watching {
  std::function<void(Progress const&)> tell = {}; ///< may be empty
  int cancel = -1;                                ///< as in model::CallLimits
};

/// An Error leaves the step pending: no model could be reached, another turn is being played, or this machine
/// has a problem.
Result<Prepared> prepare(Store const& store, TurnPolicy const& policy, StoryPlace const& place,
                         TurnRequest const& request, Watching const& watching);

} // namespace artifactd::turn
