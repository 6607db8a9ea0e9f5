// A unified diff on stdout: on a terminal coloured and without anything unprintable; elsewhere exact to the
// byte, since it may be given to patch.
#pragma once

#include "daemon/commands/commands.hpp"

#include <string>

namespace artifactd {

void print_diff(Cli const& cli, std::string diff);

} // namespace artifactd
