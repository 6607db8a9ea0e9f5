// POSIX access lists (acl(5)). The group bits of a file that has one are a mask over it: a new version with
// those bits and no list would let the whole group in, and lock out whom the list names.
#pragma once

#include "state/platform/result.hpp"

#include <string>

namespace artifactd {

/// Gives an open file the access list of `name` in `directory`, and removes its own if that has none: a file
/// inherits one where its directory has a default list. A name that is gone has none. Fault::denied,
/// `access.list`, if it names somebody unknown in this user namespace. Call it after chown and chmod.
Result<void> copy_access_list(int directory, std::string const& name, int file);

} // namespace artifactd
