// Each line of a log is settled once. How far that went is remembered per agent as length and digest of the
// settled part; a later signal settles what follows, if the log still begins with exactly that. Otherwise
// (shortened, rewritten) it is settled from its start again, with a warning.
//
// What a position is good for: with `append` a settled line adds nothing to the graph's arrays any more, so
// an entry that somebody corrected or removed since neither conflicts nor comes back. The agent's own member
// is folded from all lines each time. Positions live in `.artifactd/` and grant nothing: without one the log
// is settled from its start, where known entries are not added again. They speak of the graph as it went on;
// who takes it back (restore, a graph overwritten) forgets them first, and then nothing is missed.
#pragma once

#include "merge/artifact_set.hpp"

namespace artifactd {

/// Marks in each log of the set what is settled, and warns of logs that do not continue. A record that is
/// missing or damaged says nothing; an Error is this machine's.
Result<void> resume_logs(Session const& session, Name const& agent, ArtifactSet& set);

/// Whether the positions are still those the set was resumed by.
Result<bool> as_resumed(Session const& session, Name const& agent, ArtifactSet const& set);

/// Takes all complete lines of the set's logs for settled. Durable when it returns.
Result<void> note_settled(Session const& session, Name const& agent, ArtifactSet const& set);

/// Of all agents of the session.
Result<void> forget_log_positions(Session const& session);

} // namespace artifactd
