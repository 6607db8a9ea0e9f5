// What is probably not meant in a sound configuration, and what it needs that is missing on this machine.
// None of it keeps the daemon from starting.
#pragma once

#include "daemon/config.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// One sentence each, beginning with its place. Looks at the schemas of the configuration and of the agents'
/// metadata, and tries to start artifactd-jq if a program needs it.
[[nodiscard]] std::vector<std::string> config_remarks(Config const& config);

} // namespace artifactd
