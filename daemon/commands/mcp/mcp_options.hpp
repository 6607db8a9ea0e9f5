// The options of `artifactctl mcp`.
#pragma once

#include "state/platform/clock.hpp"

#include <string>

namespace artifactd {

struct McpOptions {
  /// Clients give up after a minute.
  static constexpr Duration longest_wait = std::chrono::seconds(45);

  std::string session = {};
  std::string agent = {};
  Duration wait = longest_wait; ///< of one call of a tool
};

} // namespace artifactd
