// The end of a run that succeeded: the repaired files are put in place together, and the agent's kg signal is
// dropped again, so that the ordinary path judges and merges them. Killed anywhere, recover_edit() does the
// rest or takes all of it back: the run's verdict says which.
//
//   claim ─► still wanted? ─► change set ─► verdict ─► signal ─► change set kept
#pragma once

#include "agents/edit/run_record.hpp"
#include "state/settle/change_set.hpp"

#include <functional>

namespace artifactd::editor {

/// The artifacts are those the run judged, nobody has handed them in since, and who asked for it still waits.
Result<bool> is_still_wanted(Session const& session, EditOrder const& order, ArtifactSet const& judged,
                             ArtifactLimits const& limits);

/// False when it is not wanted any more: nothing is changed.
/// `conclude` writes the verdict that says `published`.
Result<bool> publish_edit(Session const& session, EditOrder const& order, RunRecord const& record,
                          ArtifactSet const& judged, std::vector<game::GameFile> const& changed,
                          ArtifactLimits const& limits, std::function<Result<void>()> const& conclude);

/// Finishes what a killed artifactd left of one. True when there was something.
Result<bool> recover_edit(Session const& session);
/// The same for whoever holds the claim.
Result<bool> recover_claimed_edit(Session const& session);

} // namespace artifactd::editor
