// Steps that are refused before anything is written, so that a command in a wrong directory leaves nothing
// there.
#pragma once

#include "daemon/commands/turn/step_done.hpp"
#include "daemon/interventions/case.hpp"

namespace artifactd {

/// The refusal of a step whose words are not UTF-8, or that needs a story, if it is known beforehand that the
/// session has none. A session in which something was settled is not asked about.
[[nodiscard]] std::optional<StepDone> refused_beforehand(Case const& chosen, Json const& request);

} // namespace artifactd
