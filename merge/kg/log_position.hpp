// Each line of a log is settled once. The settled part is remembered per agent by its length and digest; a
// later signal settles what follows, if the log still begins with exactly that part. Otherwise (shortened,
// rewritten) it is settled from its start again, with a warning.
//
// The use of a position: with `append`, a settled line adds nothing more to the graph's arrays, so an entry
// that somebody corrected or removed since neither conflicts nor comes back. The agent's own member is folded
// from all lines each time. Positions are kept in `.artifactd/` and grant nothing: without one the log is
// settled from its start, where known entries are not added again. They are valid only while the graph moves
// forward; going back (restore, an overwritten graph) forgets them first, so that nothing is missed.
#pragma once

#include "merge/artifacts/artifact_set.hpp"

namespace artifactd {

/// Marks the settled part of each log in the set, and warns of logs that do not continue. A missing or
/// damaged record is ignored; an Error is this machine's.
Result<void> resume_logs(Session const& session, Name const& agent, ArtifactSet& set);

/// Whether the positions are still those from which the set was resumed.
Result<bool> as_resumed(Session const& session, Name const& agent, ArtifactSet const& set);

/// Records all complete lines of the set's logs as settled. Durable when it returns.
Result<void> note_settled(Session const& session, Name const& agent, ArtifactSet const& set);

/// For all agents of the session.
Result<void> forget_log_positions(Session const& session);

} // namespace artifactd
