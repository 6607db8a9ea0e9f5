// Whether the commands of a drive can run at all. Asked before its first action: otherwise every action fails
// by the same mistake, and with them the run.
#pragma once

#include "agents/state/drive/drive.hpp"

namespace artifactd {

/// Fault::missing if the program of a command is not there or may not be executed; Fault::unsupported if no
/// command runs for this session. A line of shell is judged by its first word, if that is a plain one.
Result<void> check_commands(Session const& session, DrivePolicy const& policy);

} // namespace artifactd
