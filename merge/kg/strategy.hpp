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

/// The same, and the graph-to-be has to keep its size and the assertions over it; whatever does not leaves no
/// trace.
Result<std::vector<Finding>> put_agent(GraphDraft& draft, Name const& agent, ArtifactSet const& set,
                                       AgentRules const& rules, std::uint64_t most_bytes);

} // namespace artifactd
