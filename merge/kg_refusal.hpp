// The written side of a refusal: the attempt is counted once, the instructions are durable, and only then may
// the signal become `.error`.
#pragma once

#include "merge/kg_settler.hpp"

namespace artifactd {

/// Counts the attempt and writes the instructions; returns the attempt's number. Repeating it for the same
/// dropping over the same inputs counts nothing more.
Result<int> prepare_refusal(Session const& session, Sighting const& sighting, std::string const& inputs,
                            std::vector<Finding> const& findings, int budget, CountAttempt const& count);

/// What merging these artifacts into the graph as it stands would find; nothing is locked or written.
Result<std::vector<Finding>> preview_findings(Session const& session, Name const& agent,
                                              ArtifactSet const& set, AgentRules const& rules,
                                              KgPolicy const& policy, std::vector<Finding> findings);

} // namespace artifactd
