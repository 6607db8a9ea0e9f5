// Walls of Landlock around a program that works in one directory. It may change what lies in that directory,
// in its home and in its directory of temporary files; read and execute what programs are made of: /usr and
// its like, /etc, /opt, /proc, the directories in its PATH, its own and, where that is a bin, the lib and
// share beside it; use the devices everybody may. Nothing that lies above its working directory is ever among
// these, so what stands beside that directory cannot be reached, by whatever way.
#pragma once

#include "agents/child/process.hpp"
#include "state/fd.hpp"

namespace artifactd {

/// The ruleset for Command::walls; the command works in a directory that is open. Fault::unsupported where
/// this kernel has no Landlock.
Result<UniqueFd> confinement(Command const& command);

/// Fault::unsupported, with the reason, where this kernel has no Landlock.
Result<void> confinement_available();

} // namespace artifactd
