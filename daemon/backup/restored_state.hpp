// What artifactd keeps about sessions, after they were restored elsewhere: paths in its databases are mapped,
// and what is bound to a session's directory is bound to the restored one.
#pragma once

#include "daemon/backup/restored_tree.hpp"
#include "state/database/moved_paths.hpp"

namespace artifactd::backup {

/// `lives`: where each root of the manifest will be, in its order. Before the tree is sealed. Returns what is
/// wrong with databases that are damaged: they are put aside.
Result<std::vector<std::string>> move_state(RestoredTree& tree, Manifest const& manifest,
                                            std::vector<std::string> const& lives);

} // namespace artifactd::backup
