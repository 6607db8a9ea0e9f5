// Checks a story's first state without the ruleset's schema: what the engine requires of every state, of the
// characters present and of their relations (agents/turn/rules/scene_state.hpp).
#pragma once

#include "agents/turn/content/content_finding.hpp"
#include "state/platform/result.hpp"

namespace artifactd::turn {

/// `turn.scene_seed` below `place`, the seed's place; a warning if only the persona is present.
Result<std::vector<Finding>> first_state_faults(Scenario const& scenario, DocumentPlace const& place);

} // namespace artifactd::turn
