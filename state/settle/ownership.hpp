// A published version is a new file; this makes it belong to whom the old one belonged.
#pragma once

#include "state/result.hpp"
#include "state/stamp.hpp"

namespace artifactd {

/// Copies group and permission bits of `former`, and its owner where that is allowed. Fault::denied, with the
/// command that cures it, when the former owner could write the old file but could not write the new one.
Result<void> inherit_ownership(int fd, Stamp const& former);

} // namespace artifactd
