// A published version is a new file; this gives it the ownership of the old one.
#pragma once

#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"

#include <string>

namespace artifactd {

/// Copies group and permission bits of `former`, and its owner if allowed, to the file just made.
/// not_writable_by_owner() if the former owner could write the old file but could not write the new one;
/// `shown` is the whole path of that file.
Result<void> inherit_ownership(int fd, Stamp const& made, Stamp const& former, std::string const& shown);

} // namespace artifactd
