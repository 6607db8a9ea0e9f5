// Moves a story to another version of its ruleset. It is checked like a new story before anything is written.
#pragma once

#include "agents/turn/prepared_step.hpp"

namespace artifactd::turn {

/// Sets `prepared.rebased`; with `dry_run` only the answer. Findings if the version is missing, or if stat
/// blocks or the current state do not fit it.
Result<void> prepare_rebase(Prepared& prepared, Store const& store, TurnRequest const& request);

} // namespace artifactd::turn
