// The editor's part in retrying refused work: whether it should try, the run itself, and reporting the
// outcome.
#pragma once

#include "daemon/settling/policies.hpp"
#include "state/journal/journal.hpp"

#include <atomic>
#include <functional>

namespace artifactd {

/// Runs of the editor that ended since the start. May be counted on any thread.
struct EditCounts {
  std::atomic<std::uint64_t> ended = 0;
  std::atomic<std::uint64_t> published = 0;
};

/// Runs the editor over the artifacts of a refused kg signal. std::nullopt if the editor should not try or
/// has already tried: the instructions say what happens instead. Reports the outcome as tell_edit() does.
/// `cancel`: as in editor::EditPolicy. `on_begin` is called once if it tries. Fault::busy: try again later.
Result<std::optional<editor::EditEnd>> edit_refused(Session const& session, SignalName const& signal,
                                                    Policies const& policies, Journal& journal,
                                                    EditCounts& counts, int cancel,
                                                    std::function<void()> const& on_begin);

/// After a person ended a run: the instructions say who is next without the editor.
Result<void> leave_to_the_next(Session const& session, SignalName const& signal, Policies const& policies,
                               Journal& journal);

/// The run that an edit signal requests; the signal is settled afterwards.
Result<void> work_on_edit(Session const& session, Name const& edit, Policies const& policies,
                          Journal& journal, EditCounts& counts, int cancel);

/// Reports to the log, and to the journal and the counts if given.
void tell_edit(Session const& session, Name const& agent, editor::EditOutcome const& outcome,
               Journal* journal, EditCounts* counts);

} // namespace artifactd
