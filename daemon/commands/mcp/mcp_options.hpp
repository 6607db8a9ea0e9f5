// The options of `artifactctl mcp`.
#pragma once

#include "daemon/tools/agent_seat.hpp"

#include <string>

namespace artifactd {

struct McpOptions {
  std::string session = {};
  std::string agent = {};
  Duration wait = AgentSeat::longest_wait; ///< of one call of a tool
};

} // namespace artifactd
