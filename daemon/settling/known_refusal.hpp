// Whether artifactd refused the signal that is `.error` now, or somebody only renamed a file: what follows a
// refusal costs money.
#pragma once

#include "state/journal/journal.hpp"
#include "state/session/session.hpp"
#include "state/settle/signal.hpp"

namespace artifactd {

/// The journal knows of the refusal. If it does not, since `artifactctl merge` refused before there was one
/// or without the right to write it, the session's own record of this very file is counted in the journal
/// first. Forged, that record gains an agent nothing: bad work that it submits has the same runs, and costs
/// the same attempts.
[[nodiscard]] Result<bool> is_known_refusal(Session const& session, SignalName const& signal,
                                            Stamp const& refused, Journal& journal);

} // namespace artifactd
