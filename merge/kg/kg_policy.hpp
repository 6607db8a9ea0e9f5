// What an operator may set about `kg` work.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/diagnosis/agent_rules.hpp"
#include "merge/kg/graph_bounds.hpp"
#include "merge/kg/graph_place.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/graph_lock.hpp"

#include <functional>
#include <string>

namespace artifactd {

struct KgPolicy {
  ArtifactLimits artifacts;
  GraphSide side = GraphSide::automatic;
  GraphBounds graph;
  HistoryBounds history;
  GraphLocking locking;
  std::size_t agents_per_rewrite = 64; ///< bounds memory and the time until the first of a burst is published
  std::string agents_dir;              ///< directory holding <agent>/metadata.json; empty: none
  std::function<AgentRules(Name const&)> rules; ///< the configuration's; empty: the defaults
};

} // namespace artifactd
