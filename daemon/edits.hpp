// The editor's part in taking up refused work: whether it is to try, the run, and telling everybody how that
// ended.
#pragma once

#include "daemon/policies.hpp"
#include "state/journal.hpp"

namespace artifactd {

/// A run over the artifacts of a refused kg signal. Nothing when the editor is not to try, or has tried
/// already: then the instructions say what happens instead. What ended is logged and journalled. `cancel`: as
/// in editor::EditPolicy. Fault::busy: it is to be tried again later.
Result<std::optional<editor::EditEnd>> edit_refused(Session const& session, SignalName const& signal,
                                                    Policies const& policies, Journal& journal, int cancel);

/// The run that an edit signal asks for; the signal is settled afterwards.
Result<void> work_on_edit(Session const& session, Name const& edit, Policies const& policies,
                          Journal& journal, int cancel);

/// In the log, and in the journal where there is one.
void tell_edit(Session const& session, Name const& agent, editor::EditOutcome const& outcome,
               Journal* journal);

} // namespace artifactd
