// The digest of all bytes of an archive, behind them: a frame that zstd skips, so that other tools read the
// archive as if it were not there. Digests of members do not cover what is between members.
#pragma once

#include "state/platform/result.hpp"

namespace artifactd::backup {

/// Appends it to a complete archive.
Result<void> seal(int file);

/// Fault::invalid if it is not there, or if a byte before it is another now.
Result<void> check_seal(int file);

} // namespace artifactd::backup
