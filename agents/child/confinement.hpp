// Confines with Landlock a program that works in one directory. The program may change files in that
// directory, its home and its directory of temporary files; read and execute system files (/usr and its like,
// /etc, /opt, /proc), the directories in its PATH, its own directory and, if that is a bin, the lib and share
// beside it; and use the devices open to everybody. No directory above its working directory is ever allowed,
// so the siblings of that directory cannot be reached in any way.
#pragma once

#include "agents/child/process.hpp"
#include "state/platform/fd.hpp"

namespace artifactd {

/// The ruleset for Command::walls; the command's directory must be an open descriptor. Fault::unsupported if
/// this kernel has no Landlock.
Result<UniqueFd> confinement(Command const& command);

/// Fault::unsupported, with the reason, if this kernel has no Landlock.
Result<void> confinement_available();

} // namespace artifactd
