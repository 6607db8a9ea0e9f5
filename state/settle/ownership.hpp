// A published version is a new file; this gives it the ownership of the old one.
#pragma once

#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"

namespace artifactd {

/// Copies group and permission bits of `former`, and its owner if allowed, to the file just made.
/// Fault::denied, with the command that fixes it, if the former owner could write the old file but could not
/// write the new one.
Result<void> inherit_ownership(int fd, Stamp const& made, Stamp const& former);

} // namespace artifactd
