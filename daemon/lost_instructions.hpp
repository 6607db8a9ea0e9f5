// The instructions of refused work, written again where somebody deleted or damaged them: from the attempts,
// and where these are gone too, from a fresh look at the work. The number of the attempt is the journal's.
#pragma once

#include "daemon/policies.hpp"
#include "state/journal.hpp"

namespace artifactd {

/// Does nothing where they can be read, or the signal does not stand refused. Counts nothing.
Result<void> restore_instructions(Session const& session, SignalName const& signal, Policies const& policies,
                                  FixPolicy const& fixes, Journal& journal);

} // namespace artifactd
