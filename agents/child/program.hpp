// Where a command's program is, and the environment it starts with.
#pragma once

#include "agents/child/process.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// Every "NAME=value" the program starts with: the command's own over the basics, where it asked for those.
/// No name occurs twice.
[[nodiscard]] std::vector<std::string> environment_of(Command const& command);

/// The value of a name in such an environment; empty where it has none.
[[nodiscard]] std::string_view value_of(std::vector<std::string> const& environment, std::string_view name);

/// The path of argv[0]: itself where it has a slash, else looked up in PATH, of which only absolute entries
/// count.
Result<std::string> find_program(Command const& command, std::vector<std::string> const& environment);

} // namespace artifactd
