// What agents' tools do in their own way in the daemon: turns and reports are signals that the daemon
// settles, and the tools wait for the result.
#pragma once

#include "daemon/tools/tools.hpp"

namespace artifactd {

[[nodiscard]] ToolWays ways_of_core();

} // namespace artifactd
