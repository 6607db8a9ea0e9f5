// The findings of an editor's run, for people.
#pragma once

#include "agents/edit/repair.hpp"
#include "daemon/commands/commands.hpp"

namespace artifactd {

/// Prints its changes, what did not help, and what remains, on stderr.
void tell_repair(Cli const& cli, editor::Repair const& repair);

} // namespace artifactd
