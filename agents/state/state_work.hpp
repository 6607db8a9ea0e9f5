// Settles the state.json of a skill tuning run, a document: writing it submits it to be judged, by itself and
// as a step from the state accepted last. An accepted state is kept in the history. A refused one is replaced
// by the last good one and becomes state.json.error with instructions beside it; or, by policy, it is only
// reported. Writers in place are given time: nothing is refused that may still be being written. Its pending
// fixes are applied if the operator wants that (agents/state/fixing).
#pragma once

#include "agents/state/fixing.hpp"
#include "agents/state/known_states.hpp"
#include "agents/state/state_kind.hpp"
#include "agents/state/state_policy.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// The tools of the work; all of them must outlive it.
struct StateTools {
  StatePolicy const& policy;
  FixPolicy const& fixes;
  RefusalPolicy const& refusal;
  KnownStates& known;
};

[[nodiscard]] KindOfWork state_work(StateTools const& tools);

} // namespace artifactd
