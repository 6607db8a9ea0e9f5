// Actions that need judgement: agents are asked, and their answers judged and merged into the state.
#pragma once

#include "agents/state/drive/drive_run.hpp"

#include <string>

namespace artifactd {

/// Runs this action; for a diagnosis, all that are due. Fault::missing if no command is configured.
Result<Stopped> ask_agents(DriveRun& run, std::string const& name);

} // namespace artifactd
