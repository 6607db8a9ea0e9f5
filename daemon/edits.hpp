// The editor's part in taking up refused work: whether it is to try, the run, and telling everybody how that
// ended.
#pragma once

#include "daemon/policies.hpp"
#include "state/journal.hpp"

#include <atomic>

namespace artifactd {

/// Runs of the editor that ended since the start. Counted on any thread.
struct EditCounts {
  std::atomic<std::uint64_t> ended = 0;
  std::atomic<std::uint64_t> published = 0;
};

/// A run over the artifacts of a refused kg signal. Nothing when the editor is not to try, or has tried
/// already: then the instructions say what happens instead. What ended is told as by tell_edit(). `cancel`:
/// as in editor::EditPolicy. Fault::busy: it is to be tried again later.
Result<std::optional<editor::EditEnd>> edit_refused(Session const& session, SignalName const& signal,
                                                    Policies const& policies, Journal& journal,
                                                    EditCounts& counts, int cancel);

/// After a run that a person ended: the instructions say who is next without the editor.
Result<void> leave_to_the_next(Session const& session, SignalName const& signal, Policies const& policies,
                               Journal& journal);

/// The run that an edit signal asks for; the signal is settled afterwards.
Result<void> work_on_edit(Session const& session, Name const& edit, Policies const& policies,
                          Journal& journal, EditCounts& counts, int cancel);

/// In the log, and in the journal and the counts where there are any.
void tell_edit(Session const& session, Name const& agent, editor::EditOutcome const& outcome,
               Journal* journal, EditCounts* counts);

} // namespace artifactd
