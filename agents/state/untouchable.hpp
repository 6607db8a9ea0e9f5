// Files that no fix may change, wherever its target is: those that decide what is run. What version control
// keeps for itself runs hooks; what the operator's verification names is what the fix is judged by.
#pragma once

#include "agents/state/fix_target.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// Whether some part of the path is version control's or a package manager's own, in any letter case: .git,
/// .hg, .svn, .bzr, _darcs, node_modules/.bin.
[[nodiscard]] bool holds_internals(std::string_view path);

/// Whether a word of the command names this file of the target, as a word of its own or within one, such as a
/// shell's line: from the target's directory, where the command is run, or by an absolute path.
[[nodiscard]] bool names_file(std::vector<std::string> const& command, FixTarget const& target,
                              std::string const& file);

} // namespace artifactd
