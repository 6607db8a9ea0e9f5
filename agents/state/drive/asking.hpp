// Actions that take judgement: agents are asked for them, and their answers judged and taken in.
#pragma once

#include "agents/state/drive/drive_run.hpp"

#include <string>

namespace artifactd {

/// This action, and with a diagnosis all that are due. Fault::missing where no command is configured.
Result<Stopped> ask_agents(DriveRun& run, std::string const& name);

} // namespace artifactd
