// What is probably a mistake in a valid configuration, and what it needs that is missing on this machine.
// Nothing here keeps the daemon from starting.
#pragma once

#include "daemon/config/config.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// One sentence each, starting with its place. Checks the schemas of the configuration and of the agents'
/// metadata, and tries to start artifactd-jq if a program needs it.
[[nodiscard]] std::vector<std::string> config_remarks(Config const& config);

} // namespace artifactd
