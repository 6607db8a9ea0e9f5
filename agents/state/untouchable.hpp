// Files that no fix may change, whatever its target: those that decide what is executed. Internals of version
// control run hooks; what the operator's verification names judges the fix.
#pragma once

#include "agents/state/fix_target.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// Whether some part of the path is internal to version control or a package manager, in any letter case:
/// .git, .hg, .svn, .bzr, _darcs, node_modules/.bin.
[[nodiscard]] bool holds_internals(std::string_view path);

/// Whether a word of the command names this file of the target, as a whole or within it (as in a shell line):
/// relative to the target's directory, where the command is run, or by an absolute path.
[[nodiscard]] bool names_file(std::vector<std::string> const& command, FixTarget const& target,
                              std::string const& file);

} // namespace artifactd
