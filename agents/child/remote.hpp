// run() in another process: a command is sent over a unix stream socket to `artifactd run`, which runs it
// under the confinement of its own unit and sends back the outcome. Descriptors are passed along; hanging up
// ends the program. Both ends are ours, yet each limits what it accepts from the other.
#pragma once

#include "agents/child/process.hpp"

namespace artifactd {

/// Has the service that listens at `path` run the command. Fault::busy if none listens.
Result<Ran> run_remotely(std::string const& path, Command const& command);

/// Serves one connection: reads a command, runs it, answers. A command whose working directory was passed as
/// a descriptor sees no other session: it is confined to that directory if the kernel has Landlock, since a
/// working directory leads to everything above it, whatever the unit hides. Home, user, PATH and the
/// directory of temporary files are those of this process. An Error means that the peer is neither this
/// process's user nor root nor `allowed`, or violated the protocol.
Result<void> serve_run(int connection, unsigned allowed);

} // namespace artifactd
