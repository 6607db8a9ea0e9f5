// The kinds of work this program serves: the one place where all of them are named. The two programs make the
// list and hand it down.
#pragma once

#include "agents/edit/edit_run.hpp"
#include "agents/state/known_states.hpp"
#include "daemon/policies.hpp"
#include "merge/kg/known_graphs.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

[[nodiscard]] Kinds served_kinds();

/// What the kinds of work are done with; all of it outlives them.
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

/// Each of the served kinds, in the same order.
[[nodiscard]] std::vector<KindOfWork> kinds_of_work(Workshop const& workshop);

} // namespace artifactd
