// Which system calls a Python interpreter may make that only computes: a default-deny list. No process,
// thread, socket, signal to others, write access to any file, executable memory it could write to, or foreign
// calling convention (i386, x32); what is refused reports EPERM, a foreign convention ends the process.
// execve is on the list because the filter is installed before the interpreter itself is executed.
#pragma once

#include "state/fd.hpp"

namespace artifactd {

/// The BPF program in a file, at its start, as bubblewrap takes it (--seccomp).
Result<UniqueFd> python_syscalls();

} // namespace artifactd
