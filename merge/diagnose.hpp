// Judges an artifact set by tiers: what reading shows and strict JSON (syntax), then the shape and the
// schemas (schema), then assertions over the artifacts (semantic). The first tier with an error ends it, and
// all findings of that tier are reported. Warnings never refuse.
#pragma once

#include "merge/agent_rules.hpp"
#include "merge/artifact_set.hpp"

#include <vector>

namespace artifactd {

struct Diagnosis {
  std::vector<Finding> findings; ///< all of one tier, in order of files; or warnings only

  [[nodiscard]] bool refused() const noexcept;
  [[nodiscard]] Tier tier() const noexcept; ///< of the errors
};

/// An Error when a check itself is at fault: a schema that does not compile, an assertion jq does not take.
Result<Diagnosis> diagnose(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                           ArtifactLimits const& limits);

/// The same but for the checks of a game itself, for whoever makes those by merge/game/validation.
Result<Diagnosis> diagnose_all_but_game(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                        ArtifactLimits const& limits);

} // namespace artifactd
