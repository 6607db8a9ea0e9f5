// What is needed to roll a fix back exactly: a record of every file it touched, in artifactd's own directory
// that agents cannot reach, one for each session and fix. The copies of the originals below the run's
// backup_dir, which the state names, are only for people and agents to look at; nothing is ever restored from
// them, and a record in a session is never used.
#pragma once

#include "state/session/session.hpp"
#include "state/settle/change_set.hpp"
#include "state/tuning/tuning_state.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct FixBackup {
  /// as in the state: backup_dir/before-<FIX>, with a number if that is taken
  std::string path;
  std::string place; ///< relative to the session
};

/// Of the record about the backup at that place in the session with this inode and birth time: independent of
/// the session's later name and of what the agents call the backup.
[[nodiscard]] std::string fix_record_name(std::uint64_t inode, std::int64_t birth_ns,
                                          std::string const& place);

/// Where the backup of this fix goes. Fault::invalid if backup_dir is not inside the work directory.
Result<FixBackup> new_backup(Session const& session, std::string const& records,
                             tuning::TuningState const& state, std::string const& fix);
/// The location given by an applied fix.
Result<FixBackup> backup_of(tuning::TuningState const& state, tuning::AppliedFix const& applied);

/// Durable when it returns. `records`: artifactd's own directory, created if missing.
Result<void> write_backup(Session const& session, std::string const& records, FixBackup const& backup,
                          int target, std::vector<FileEdit> const& edits);

/// Whether a record exists: artifactd applied the fix and can roll it back.
[[nodiscard]] bool has_record(Session const& session, std::string const& records, FixBackup const& backup);

struct FixReversal {
  std::vector<FileEdit> edits;
  std::vector<std::string> made; ///< directories the fix created
};
/// How to undo the fix, only for the files the state names in `applied`. An existing file keeps its
/// permissions; a recreated one gets its former permissions, at most 0755 less the umask. Fault::changed
/// names a file that is not as the fix left it; Fault::missing if artifactd has no record.
Result<FixReversal> read_backup(Session const& session, std::string const& records, FixBackup const& backup,
                                tuning::AppliedFix const& applied, int target);

/// Whether later fixes of `state` changed files of this one. Fault::changed names a file that is not as the
/// fix left it, or was not when a later fix changed it; Fault::missing if artifactd has no record.
Result<bool> check_left(Session const& session, std::string const& records, tuning::TuningState const& state,
                        tuning::AppliedFix const& applied, int target);

} // namespace artifactd
