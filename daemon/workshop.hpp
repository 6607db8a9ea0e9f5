// What the kinds of work are done with: the configuration's policies and what this process keeps between two
// settlings.
#pragma once

#include "agents/edit/edit_run.hpp"
#include "agents/state/known_states.hpp"
#include "daemon/policies.hpp"
#include "merge/kg/known_graphs.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// All of it outlives the work.
struct Workshop {
  Policies const& policies;
  RefusalPolicy const& refusal;
  FixPolicy const& fixes;
  BufferPool& pool;
  StaleWatch& watch;
  KnownGraphs& graphs;
  KnownStates& states;
  std::function<void(Session const&, Name const& agent, editor::EditOutcome const&)> told_edit = {};
  std::function<void(SignalName const&)> hand_over = {}; ///< what takes minutes; empty: it is waited for
};

} // namespace artifactd
