// Reads what a run of the editor works on from the session.
#pragma once

#include "agents/edit/run_record.hpp"

namespace artifactd::editor {

/// Fault::missing if the agent has no artifacts there.
Result<EditInputs> read_inputs(Session const& session, Name const& agent, ArtifactLimits const& limits);

} // namespace artifactd::editor
