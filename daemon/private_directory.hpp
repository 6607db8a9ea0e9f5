// The daemon's own directories, outside every session.
#pragma once

#include "state/result.hpp"

#include <string>

namespace artifactd {

/// Makes the directory and its parents where missing (mode 0755 & umask).
Result<void> make_private_directory(std::string const& path);

} // namespace artifactd
