// run() in another process: a command goes over a unix stream socket to `artifactd run`, which runs it under
// the confinement of its own unit, and what became of it comes back. Descriptors go along; hanging up ends
// the program. Both ends are ours, yet each bounds what it takes from the other.
#pragma once

#include "agents/child/process.hpp"

namespace artifactd {

/// Runs the command by the service that listens at `path`. Fault::busy when none does.
Result<Ran> run_remotely(std::string const& path, Command const& command);

/// Serves one connection: reads a command, runs it, answers. A command that works in a directory which was
/// handed over sees no other session: it is confined to that directory where the kernel has Landlock, since a
/// working directory leads to everything above it, whatever the unit hides. Home, user, PATH and the
/// directory of temporary files are this process's own. An Error says that the peer is not who it should
/// be (this process's user, root or `allowed`), or did not keep to the protocol.
Result<void> serve_run(int connection, unsigned allowed);

} // namespace artifactd
