// Settles the state.json of a skill tuning run, a document: whoever writes it asks for it to be judged, as it
// stands and as a step from the state accepted last. Accepted, it is kept in the history. Refused, the last
// good one takes its place and it becomes state.json.error with instructions beside it; or, by policy, it is
// only told about. Writers in place are met with patience: nothing is refused that may still be written.
// Fixes that are pending in it are applied where the operator wants that (agents/state/fixing).
#pragma once

#include "agents/state/fixing.hpp"
#include "agents/state/known_states.hpp"
#include "agents/state/state_kind.hpp"
#include "agents/state/state_policy.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// What the work is done with; all of it outlives the work.
struct StateTools {
  StatePolicy const& policy;
  FixPolicy const& fixes;
  RefusalPolicy const& refusal;
  KnownStates& known;
};

[[nodiscard]] KindOfWork state_work(StateTools const& tools);

} // namespace artifactd
