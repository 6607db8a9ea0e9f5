// Puts one agent's accepted artifacts into a draft of the graph, by the strategy of its rules. Depends on the
// draft only: the same artifacts over the same graph give the same bytes, and over their own result change
// nothing.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/diagnosis/agent_rules.hpp"
#include "merge/graph/graph_draft.hpp"

#include <optional>
#include <vector>

namespace artifactd {

/// Refuses an agent of this name, whatever it wrote.
[[nodiscard]] std::optional<Finding> reserved_name(Name const& agent);

/// Findings (tier semantic) refuse the agent; the draft is then unchanged. An Error is not the agent's fault:
/// the filter does not compile, or the graph does not have the shape the strategy needs.
Result<std::vector<Finding>> apply_strategy(GraphDraft& draft, Name const& agent, ArtifactSet const& set,
                                            AgentRules const& rules);

/// The same, and the draft must keep within the size limit and satisfy the assertions over it; if it does
/// not, the draft is unchanged.
Result<std::vector<Finding>> put_agent(GraphDraft& draft, Name const& agent, ArtifactSet const& set,
                                       AgentRules const& rules, std::uint64_t most_bytes);

} // namespace artifactd
