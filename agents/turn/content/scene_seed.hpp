// The state a story begins with, apart from its ruleset's schema: what the engine asks of every state, of who
// is present and of how any two feel about each other (agents/turn/scene_state.hpp).
#pragma once

#include "agents/turn/content/content_finding.hpp"
#include "state/result.hpp"

namespace artifactd::turn {

/// `turn.scene_seed` below `place`, where the seed is; a warning when nobody but the persona is present.
Result<std::vector<Finding>> first_state_faults(Scenario const& scenario, DocumentPlace const& place);

} // namespace artifactd::turn
