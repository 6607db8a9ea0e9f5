// What a refusal of kg work says besides its findings, and the findings of a merge that is only tried.
#pragma once

#include "merge/kg/kg_work.hpp"

namespace artifactd {

/// The requirements on the agent's artifacts, whatever was wrong this time; one sentence each.
[[nodiscard]] std::vector<std::string> requirements(Name const& agent, AgentRules const& rules,
                                                    KgPolicy const& policy);

/// What merging these artifacts into the current graph would find; nothing is locked or written.
Result<std::vector<Finding>> preview_findings(Session const& session, Name const& agent,
                                              ArtifactSet const& set, AgentRules const& rules,
                                              KgPolicy const& policy, std::vector<Finding> findings);

} // namespace artifactd
