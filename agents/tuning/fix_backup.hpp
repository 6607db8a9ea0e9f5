// The originals of the files a fix touched, below the run's backup_dir as the state names it, and what is
// needed to bring them back exactly: `.artifactd/fixes/<name of the backup>.json`.
#pragma once

#include "state/session.hpp"
#include "state/settle/change_set.hpp"
#include "state/tuning/tuning_state.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct FixBackup {
  std::string path;  ///< as the state names it: backup_dir/before-<FIX>, numbered where that is taken
  std::string name;  ///< the last part of it
  std::string place; ///< relative to the session
};

/// Where the backup of this fix goes. Fault::invalid where backup_dir does not lie in the work directory.
Result<FixBackup> new_backup(Session const& session, tuning::TuningState const& state,
                             std::string const& fix);
/// Where an applied fix says it is.
Result<FixBackup> backup_of(tuning::TuningState const& state, tuning::AppliedFix const& applied);

/// Durable when it returns.
Result<void> write_backup(Session const& session, FixBackup const& backup, int target,
                          std::vector<FileEdit> const& edits);

struct FixReversal {
  std::vector<FileEdit> edits;
  std::vector<std::string> made; ///< directories the fix made
};
/// What undoes it. Fault::changed names a file that is not as the fix left it; Fault::missing says that there
/// is no backup of ours.
Result<FixReversal> read_backup(Session const& session, FixBackup const& backup, int target);

} // namespace artifactd
