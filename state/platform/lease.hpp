// Asks the kernel who else has a file open. Needs a file of our own, or CAP_LEASE.
#pragma once

#include "state/platform/fd.hpp"

namespace artifactd {

/// True if nobody else has the file open or mapped, and nobody can open it during the check. `file` must be
/// the only descriptor and open for writing.
[[nodiscard]] bool nobody_has_it_open(int file) noexcept;

/// True if somebody has the file open for writing. False if that cannot be determined. `file` is open for
/// reading only; closing it ends the lease.
[[nodiscard]] bool somebody_writes(UniqueFd file) noexcept;

} // namespace artifactd
