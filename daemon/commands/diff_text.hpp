// A unified diff on stdout: coloured on a terminal, and there without anything unprintable; elsewhere to the
// byte, since it may be given to patch.
#pragma once

#include "daemon/commands/commands.hpp"

#include <string>

namespace artifactd {

void print_diff(Cli const& cli, std::string diff);

} // namespace artifactd
