// Rewrites the instructions of refused work that somebody deleted or damaged: from the attempts, or, if these
// are gone too, from a fresh look at the work. The attempt's number comes from the journal.
#pragma once

#include "daemon/settling/policies.hpp"
#include "state/journal/journal.hpp"

namespace artifactd {

/// Does nothing if they can be read, or if the signal is not refused. Counts nothing.
Result<void> restore_instructions(Session const& session, SignalName const& signal, Policies const& policies,
                                  FixPolicy const& fixes, Journal& journal);

} // namespace artifactd
