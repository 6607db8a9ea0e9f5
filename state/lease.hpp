// Asking the kernel who else has a file open. Needs a file of our own, or CAP_LEASE.
#pragma once

namespace artifactd {

/// Nobody else has it open or mapped, nor can open it while this looks. `file` is open for writing, and
/// alone.
[[nodiscard]] bool nobody_has_it_open(int file) noexcept;

/// Somebody has it open for writing. False where that cannot be told. `file` is open for reading only.
[[nodiscard]] bool somebody_writes(int file) noexcept;

} // namespace artifactd
