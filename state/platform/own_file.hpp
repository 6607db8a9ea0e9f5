// Files and directories that this process made in a directory where others may write too. Between two system
// calls anything there may be exchanged, so a name proves nothing: before something is changed, given away or
// overwritten, its descriptor must prove that it is our own.
#pragma once

#include "state/platform/fd.hpp"
#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"

#include <string>

namespace artifactd {

/// Makes a directory with mode 0700 and opens it. The Error has EEXIST if the name is taken; Fault::unsafe if
/// the name no longer refers to the empty directory just made.
Result<UniqueFd> make_own_directory(int parent, std::string const& name);

/// Whether the open file is a regular file of our own whose only name is `name` in `directory`, and has been
/// since it was opened. Also false if that cannot be determined, for example without /proc.
[[nodiscard]] bool is_own_file(int file, int directory, std::string const& name);

/// The same with a stamp that was taken since the file was opened.
[[nodiscard]] bool is_own_file(int file, Stamp const& stamp, int directory, std::string const& name);

} // namespace artifactd
