// Judges an artifact set by tiers: file problems and strict JSON (syntax), then shape and schemas (schema),
// then assertions over the artifacts (semantic). The first tier with an error is the last one judged, and all
// its findings are reported. Warnings never refuse.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/diagnosis/agent_rules.hpp"

#include <vector>

namespace artifactd {

struct Diagnosis {
  std::vector<Finding> findings; ///< all of one tier, in order of files; or warnings only

  [[nodiscard]] bool refused() const noexcept;
  [[nodiscard]] Tier tier() const noexcept; ///< of the errors
};

/// An Error if a check itself is faulty: a schema that does not compile, an assertion jq does not accept.
Result<Diagnosis> diagnose(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                           ArtifactLimits const& limits);

/// The same without the checks of a game itself, for callers that make those with
/// merge/game/checks/validation.
Result<Diagnosis> diagnose_all_but_game(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                        ArtifactLimits const& limits);

/// Only what the texts show: no jq program is run and no game is played, though its rules are checked.
Result<Diagnosis> diagnose_texts(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                 ArtifactLimits const& limits);

} // namespace artifactd
