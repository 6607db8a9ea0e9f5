// The directory of a story's branch: a new session beside the one it branches from.
#pragma once

#include "state/session/session.hpp"

#include <string>

namespace artifactd {

/// Makes it, with the mode of `session`, and returns its path. Empty if it exists already, and for a name
/// that no session may have: the request is refused for that.
[[nodiscard]] Result<std::string> make_branch_directory(Session const& session, std::string const& name);

/// The branch was refused: the directory goes, unless it has content.
void remove_branch_directory(std::string const& path);

} // namespace artifactd
