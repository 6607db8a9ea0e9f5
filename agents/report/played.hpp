// The play that a report is about, with the artifacts it was played with.
#pragma once

#include "merge/play/record.hpp"
#include "state/names.hpp"
#include "state/session.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::report {

struct Played {
  play::Record record;
  std::vector<game::GameFile> files; ///< that it was played with
  std::optional<Name> agent;         ///< whose artifacts they still are, in this session
};

/// The ids of the plays of a session, in byte order.
Result<std::vector<std::string>> plays_of(Session const& session);

/// Fault::missing where there is no such play, and where nobody has its artifacts any more (then the message
/// says so); Fault::invalid for a record that cannot be one.
Result<Played> read_play(Session const& session, Name const& id);
/// The same without the lines of the log and the state.
Result<Played> read_play_head(Session const& session, Name const& id);

/// The files of games among an agent's artifacts in the session, by name.
[[nodiscard]] std::vector<game::GameFile> game_files_of(Session const& session, Name const& agent);

} // namespace artifactd::report
