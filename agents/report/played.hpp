// The play that a report is about, with the artifacts it was played with.
#pragma once

#include "merge/play/record/record.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::report {

struct Played {
  play::Record record;
  std::vector<game::GameFile> files; ///< with which it was played
  std::optional<Name> agent;         ///< the one in this session who still has the same artifacts
};

/// The ids of the plays of a session, in byte order.
Result<std::vector<std::string>> plays_of(Session const& session);

/// Fault::missing if there is no such play, or if nobody has its artifacts any more (the message says which);
/// Fault::invalid for an invalid record.
Result<Played> read_play(Session const& session, Name const& id);
/// The same without the lines of the log and the state.
Result<Played> read_play_head(Session const& session, Name const& id);

/// The files of games among an agent's artifacts in the session, by name.
[[nodiscard]] std::vector<game::GameFile> game_files_of(Session const& session, Name const& agent);

} // namespace artifactd::report
