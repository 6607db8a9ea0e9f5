// What this process made itself in a directory that others write too. Between two system calls anything there
// may be exchanged for something else, so a name proves nothing: what is changed, given away or written over
// has to be known for our own through its descriptor.
#pragma once

#include "state/fd.hpp"
#include "state/result.hpp"

#include <string>

namespace artifactd {

/// Makes a directory with mode 0700 and opens it. EEXIST in the Error where the name is taken; Fault::unsafe
/// when what stands there a moment later is not the empty directory just made.
Result<UniqueFd> make_own_directory(int parent, std::string const& name);

/// Whether the open file is a regular file of our own whose only name is `name` in `directory`, and has been
/// since it was opened. False also where that cannot be told, as without /proc.
[[nodiscard]] bool is_own_file(int file, int directory, std::string const& name);

} // namespace artifactd
