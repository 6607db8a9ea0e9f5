// What a command's tools do in their own way: it plays turns and answers reports itself if no daemon does.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/tools/tools.hpp"

namespace artifactd {

/// `cli` outlives them.
[[nodiscard]] ToolWays ways_of_command(Cli const& cli);

} // namespace artifactd
