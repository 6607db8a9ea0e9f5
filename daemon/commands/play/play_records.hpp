// Records of plays on the command line: where a new one goes, and how one is resumed.
#pragma once

#include "daemon/commands/commands.hpp"
#include "merge/play/record/record.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// A record that is open for writing. Inside a session it is written with the rights of the session's owner.
struct OpenRecord {
  std::unique_ptr<NamedSession> session; ///< null outside of sessions
  play::RecordWriter writer;
  std::string path;
  std::optional<play::Record> before = {}; ///< of a resumed one
};

/// The record in that directory, to be resumed; std::nullopt if it holds no log. Fault::busy while a host has
/// it open.
Result<std::optional<OpenRecord>> record_in(Cli const& cli, std::string const& directory);

/// A record that is not on the disk yet.
struct PlannedRecord {
  std::unique_ptr<NamedSession> session; ///< null outside of sessions
  std::string directory;                 ///< outside of sessions: which it will be in
  play::RecordMeta meta;
  std::vector<game::GameFile> artifacts;
  std::string path;
};

/// At --record; else in `play/` of the session if the game is an agent's artifacts; else in the user's state
/// directory.
Result<PlannedRecord> planned_record(Cli const& cli, GameOptions const& options, game::Game const& game,
                                     std::vector<std::string> const& players);
Result<OpenRecord> begin_record(PlannedRecord planned);

} // namespace artifactd
