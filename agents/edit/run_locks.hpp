// Locks on a run and on an agent's artifacts, released when the process that took them ends.
#pragma once

#include "state/platform/fd.hpp"
#include "state/platform/result.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <string>

namespace artifactd::editor {

/// Held as long as `directory`, a run's, is open. Fault::busy while somebody else holds it.
Result<void> hold_run(int directory, std::string const& id);

/// Only one run that asks models may work on an agent's artifacts at a time: with two, the replies paid for
/// by one would be useless. Fault::busy while there is another one.
Result<UniqueFd> hold_artifacts(Session const& session, Name const& agent);

} // namespace artifactd::editor
