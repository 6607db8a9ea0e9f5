// A story takes another version of its ruleset: judged as a beginning is, before anything is written.
#pragma once

#include "agents/turn/turn_preparation.hpp"

namespace artifactd::turn {

/// Fills in `prepared.rebased`; with `dry_run` the answer alone. Findings where the version is missing, or
/// where stat blocks or the current state do not fit it.
Result<void> prepare_rebase(Prepared& prepared, Store const& store, TurnRequest const& request);

} // namespace artifactd::turn
