// Each line of a log is settled once. The settled part is remembered per agent by its length and digest; a
// later signal settles what follows, if the log still begins with exactly that part. Otherwise (shortened,
// rewritten) it is settled from its start again, with a warning.
//
// The use of a position: with `append`, a settled line adds nothing more to the graph's arrays, so an entry
// that somebody corrected or removed since neither conflicts nor comes back. The agent's own member is folded
// from all lines each time. Positions are kept in `.artifactd/` and grant nothing: without one the log is
// settled from its start, where known entries are not added again. They are prepared before the graph is
// published and put in force after it: a kill or a full disk in between loses none. They are valid only while
// the graph moves forward; going back (restore, an overwritten graph) forgets them, so that nothing is
// missed.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "state/settle/publish.hpp"
#include "state/settle/signal.hpp"

namespace artifactd {

/// Marks the settled part of each log in the set, and warns of logs that do not continue. A missing or
/// damaged record is ignored; an Error is this machine's.
Result<void> resume_logs(Session const& session, Name const& agent, ArtifactSet& set);

/// Whether the positions are still those from which the set was resumed.
Result<bool> as_resumed(Session const& session, Name const& agent, ArtifactSet const& set);

/// Call before the graph is published: what note_settled() will record. After a kill, finish_notes() decides
/// by `inputs` and the signal whether that publication took place.
Result<void> prepare_note(Session const& session, Sighting const& sighting, std::string_view inputs,
                          ArtifactSet const& set);

/// Records all complete lines of the set's logs as settled. Durable when it returns; needs no space if it was
/// prepared.
Result<void> note_settled(Session const& session, Name const& agent, ArtifactSet const& set);

/// Recovery: records what a killed artifactd had prepared, if the graph or the session's record lists its
/// signal as settled; otherwise removes it.
Result<void> finish_notes(Session const& session, Place const& place);

/// For all agents of the session.
Result<void> forget_log_positions(Session const& session);

} // namespace artifactd
