// Settles `kg` signals of one session: read, diagnose, claim, merge, publish, retire or refuse (DESIGN,
// settle protocol). All agents pending in the session share one rewrite of the graph. Settling twice changes
// nothing; killed anywhere, settling again puts everything right.
#pragma once

#include "merge/agent_rules.hpp"
#include "merge/artifact_set.hpp"
#include "merge/kg/graph_rewrite.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/settle/graph_lock.hpp"
#include "state/settle/settler.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct KgPolicy {
  ArtifactLimits artifacts;
  GraphSide side = GraphSide::automatic;
  GraphBounds graph;
  HistoryBounds history;
  GraphLocking locking;
  std::size_t agents_per_rewrite = 64;
  std::string agents_dir;
  std::function<AgentRules(Name const&)> rules; ///< the configuration's; empty: none
};

/// The configuration's rules for an agent with what its metadata adds.
Result<AgentRules> rules_for(Name const& agent, KgPolicy const& policy);

/// What a settling works with; all of it outlives the settling.
struct SettlingKit {
  KgPolicy const& policy;
  BufferPool& pool;
  StaleWatch& watch; ///< lives as long as the caller keeps retrying this session
  RefusalPolicy const& refusal;
  KnownGraphs& known;
  Growth growth =
      Growth::differs; ///< of logs while they are settled: settled too, or left to the next signal
};

/// Settles these signals (at most policy.agents_per_rewrite per rewrite). With none it only recovers what a
/// killed artifactd left.
[[nodiscard]] SettleReport settle_kg(Session const& session, std::vector<Sighting> const& sightings,
                                     SettlingKit const& kit);

class KgSettler final : public Settler {
public:
  explicit KgSettler(SettlingKit const& kit) : kit_(kit) {}

  [[nodiscard]] Kind kind() const noexcept override { return kg_kind; }
  [[nodiscard]] SettleReport settle(Session const& session, std::vector<Sighting> const& sightings,
                                    Round round) override;

private:
  SettlingKit kit_;
};

/// The diagnosis of an agent's artifacts, with nothing written; for `validate`.
Result<std::vector<Finding>> validate_kg(Session const& session, Name const& agent, KgPolicy const& policy);

} // namespace artifactd
