// Records of plays on the command line: where a new one goes, and how one is shown.
#pragma once

#include "daemon/commands/commands.hpp"
#include "merge/play/record.hpp"

#include <memory>
#include <string>
#include <vector>

namespace artifactd {

/// A record to be written, with the rights of whoever owns the session it is in.
struct OpenRecord {
  std::unique_ptr<NamedSession> session; ///< null outside of sessions
  play::RecordWriter writer;
  std::string path;
};

/// In --record; else in `play/` of the session where the game is an agent's artifacts; else in the user's
/// state directory.
Result<OpenRecord> open_record(Cli const& cli, GameOptions const& options,
                               std::vector<std::string> const& players);

/// "ada does bid {"amount":3}, game.coin is drawn: "heads""
[[nodiscard]] std::string shown_step(play::Step const& step);

Result<Exit> replay_play(Cli const& cli, GameOptions const& options);

} // namespace artifactd
