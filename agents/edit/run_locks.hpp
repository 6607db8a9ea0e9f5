// Who is at a run, and at an agent's artifacts: locks that go with the process that took them.
#pragma once

#include "state/fd.hpp"
#include "state/names.hpp"
#include "state/result.hpp"
#include "state/session.hpp"

#include <string>

namespace artifactd::editor {

/// For as long as `directory`, a run's, is open. Fault::busy while somebody else has it.
Result<void> hold_run(int directory, std::string const& id);

/// Of all runs that ask models about an agent's artifacts only one is at it at a time: of what two of them
/// paid for, one could use nothing. Fault::busy while there is another one.
Result<UniqueFd> hold_artifacts(Session const& session, Name const& agent);

} // namespace artifactd::editor
