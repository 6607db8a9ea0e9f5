// Finds a command's program and builds the environment it starts with.
#pragma once

#include "agents/child/process.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// Every "NAME=value" the program starts with: the basics, if the command asks for them, overridden by the
/// command's own. Names are unique.
[[nodiscard]] std::vector<std::string> environment_of(Command const& command);

/// The value of a name in such an environment; empty if it is not set.
[[nodiscard]] std::string_view value_of(std::vector<std::string> const& environment, std::string_view name);

/// The path of argv[0]: unchanged if it contains a slash, otherwise looked up in the absolute entries of
/// PATH.
Result<std::string> find_program(Command const& command, std::vector<std::string> const& environment);

} // namespace artifactd
