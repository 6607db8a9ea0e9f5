// What it takes to roll a fix back exactly: a record of every file it touched, in a directory of artifactd's
// own that agents cannot reach, one for each session and fix. The copies of the originals below the run's
// backup_dir, which the state names, are for people and agents to look at; nothing is ever restored from
// them, and no record in a session counts.
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
Result<FixBackup> new_backup(Session const& session, std::string const& records,
                             tuning::TuningState const& state, std::string const& fix);
/// Where an applied fix says it is.
Result<FixBackup> backup_of(tuning::TuningState const& state, tuning::AppliedFix const& applied);

/// Durable when it returns. `records`: artifactd's own directory, made where it is missing.
Result<void> write_backup(Session const& session, std::string const& records, FixBackup const& backup,
                          int target, std::vector<FileEdit> const& edits);

/// Whether there is a record of it: artifactd applied it, and can take it back.
[[nodiscard]] bool has_record(Session const& session, std::string const& records, FixBackup const& backup);

struct FixReversal {
  std::vector<FileEdit> edits;
  std::vector<std::string> made; ///< directories the fix made
};
/// What undoes it, of the files the state names in `applied` alone. A file that stands keeps its permissions;
/// one that has to be made again gets those it had, at most 0755 less the umask. Fault::changed names a file
/// that is not as the fix left it; Fault::missing says that there is no record of ours.
Result<FixReversal> read_backup(Session const& session, std::string const& records, FixBackup const& backup,
                                tuning::AppliedFix const& applied, int target);

} // namespace artifactd
