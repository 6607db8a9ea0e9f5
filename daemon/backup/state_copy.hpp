// artifactd's own state directory as it is in a backup: each database as SQLite copies it while others use
// it, and the records that are files. Locks and what only runs now are left out; names that are not
// artifactd's are named and left out.
#pragma once

#include "daemon/backup/session_copy.hpp"

namespace artifactd::backup {

struct StateCopy {
  TreeCopy tree;
  std::int64_t journal_layout = 0; ///< 0: there is no journal
};

/// A missing state directory is an empty one.
Result<StateCopy> copy_state(CopyTools& tools);

} // namespace artifactd::backup
