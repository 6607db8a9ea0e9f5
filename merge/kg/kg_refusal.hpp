// What a refusal of kg work says beside its findings, and the findings of merging without merging.
#pragma once

#include "merge/kg/kg_work.hpp"

namespace artifactd {

/// What the agent's artifacts have to be like, whatever was wrong this time; one sentence each.
[[nodiscard]] std::vector<std::string> requirements(Name const& agent, AgentRules const& rules,
                                                    KgPolicy const& policy);

/// What merging these artifacts into the graph as it stands would find; nothing is locked or written.
Result<std::vector<Finding>> preview_findings(Session const& session, Name const& agent,
                                              ArtifactSet const& set, AgentRules const& rules,
                                              KgPolicy const& policy, std::vector<Finding> findings);

} // namespace artifactd
