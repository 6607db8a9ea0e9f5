// The end of a successful run: the repaired files are put in place together, and the agent's kg signal is
// submitted again, so that the ordinary path judges and merges them. If artifactd is killed at any point,
// recover_edit() completes or undoes the rest, depending on the run's verdict.
//
//   claim ─► still wanted? ─► change set ─► verdict ─► signal ─► change set kept
#pragma once

#include "agents/edit/run_record.hpp"
#include "state/settle/change_set.hpp"

#include <functional>

namespace artifactd::editor {

/// Whether the artifacts are those the run judged, nobody has submitted them since, and the request is still
/// pending.
Result<bool> is_still_wanted(Session const& session, EditOrder const& order, ArtifactSet const& judged,
                             ArtifactLimits const& limits);

/// False if no longer wanted: nothing is changed. `conclude` writes the verdict that says `published`.
Result<bool> publish_edit(Session const& session, EditOrder const& order, RunRecord const& record,
                          ArtifactSet const& judged, std::vector<game::GameFile> const& changed,
                          ArtifactLimits const& limits, std::function<Result<void>()> const& conclude);

/// Finishes a publication that a killed artifactd left unfinished. True if there was one.
Result<bool> recover_edit(Session const& session);
/// The same, for the holder of the claim.
Result<bool> recover_claimed_edit(Session const& session);

} // namespace artifactd::editor
