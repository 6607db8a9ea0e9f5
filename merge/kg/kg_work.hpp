// Settles `kg` signals of one session: an agent's artifacts become its member of the knowledge graph. All
// agents pending in the session share one rewrite of the graph.
#pragma once

#include "merge/kg/graph_rewrite.hpp"
#include "merge/kg/kg_kind.hpp"
#include "merge/kg/kg_policy.hpp"
#include "state/settle/kind_of_work.hpp"

#include <vector>

namespace artifactd {

/// The configuration's rules for an agent, completed by its metadata.
Result<AgentRules> rules_for(Name const& agent, KgPolicy const& policy);

/// The tools of the work; all of it outlives the work.
struct KgTools {
  KgPolicy const& policy;
  BufferPool& pool;
  StaleWatch& watch; ///< kept as long as the caller keeps retrying this session
  KnownGraphs& known;
};

/// What settling the agent's artifacts would find now; nothing is written.
Result<std::vector<Finding>> validate_kg(Session const& session, Name const& agent, KgPolicy const& policy);

/// Which checks are made: jq programs and plays of a game may take seconds.
enum class Programs : bool { left_out, run };

/// The same if these files were on disk. Without programs, only what the texts themselves show: syntax, shape
/// and schemas.
Result<std::vector<Finding>> validate_typed_kg(Session const& session, Name const& agent,
                                               TypedArtifacts const& typed, Programs programs,
                                               KgPolicy const& policy);

/// When to try again if there was no room in memory: a merge takes milliseconds, a large one a second.
inline constexpr Duration room_again_in = std::chrono::milliseconds(100);

[[nodiscard]] KindOfWork kg_work(KgTools const& tools);

} // namespace artifactd
