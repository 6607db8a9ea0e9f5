// The system calls allowed to a Python interpreter that only computes: a default-deny list. It allows no
// process, thread, socket, signal to others, write access to any file, memory both writable and executable,
// or foreign calling convention (i386, x32). A refused call fails with EPERM; a foreign convention ends the
// process. execve is on the list because the filter is installed before the interpreter itself is executed.
#pragma once

#include "state/platform/fd.hpp"

namespace artifactd {

/// A file with the BPF program, positioned at its start, as bubblewrap takes it (--seccomp).
Result<UniqueFd> python_syscalls();

} // namespace artifactd
