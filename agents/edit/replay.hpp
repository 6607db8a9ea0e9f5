// Repeats a run from its record, without changing the session: the same inputs and replies must lead to the
// same plans and files.
#pragma once

#include "agents/edit/run_record.hpp"

namespace artifactd::editor {

struct Replay {
  std::string run; ///< its id
  EditOrder order;
  std::vector<game::GameFile> inputs = {};
  Repair repair = {};
  bool comparable = false; ///< the run kept its results: it was not a dry run and got that far
  std::vector<std::string> differences = {}; ///< files of the run that came out differently this time
};

/// Writes nothing. Fault::missing if the run does not exist, Fault::invalid if it cannot be read.
Result<Replay> replay_run(Session const& session, std::string const& id);

[[nodiscard]] nlohmann::ordered_json to_json(Replay const& replay);

} // namespace artifactd::editor
