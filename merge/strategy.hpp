// Puts one agent's accepted artifacts into a graph-to-be, by the strategy its rules name. Pure over the
// draft: the same artifacts over the same graph give the same bytes, and over their own result change
// nothing.
#pragma once

#include "merge/agent_rules.hpp"
#include "merge/artifact_set.hpp"
#include "merge/graph_draft.hpp"

#include <vector>

namespace artifactd {

/// Findings (tier semantic) refuse the agent; the draft is then as before. An Error is not the agent's fault:
/// the filter does not compile, or the graph has not the shape the strategy needs.
Result<std::vector<Finding>> apply_strategy(GraphDraft& draft, Name const& agent, ArtifactSet const& set,
                                            AgentRules const& rules);

} // namespace artifactd
