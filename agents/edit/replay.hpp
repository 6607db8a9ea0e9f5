// A run once more, from what it kept and without any session: the same inputs and the same replies have to
// lead to the same plans and the same files.
#pragma once

#include "agents/edit/run_record.hpp"

namespace artifactd::editor {

struct Replay {
  EditOrder order;
  std::vector<game::GameFile> inputs = {};
  Repair repair = {};
  bool comparable = false; ///< the run kept what came of it: it was no dry run, and has come that far
  std::vector<std::string> differences = {}; ///< files of the run that came out otherwise this time
};

/// Writes nothing. Fault::missing for a run that is not there, Fault::invalid for one that cannot be read.
Result<Replay> replay_run(Session const& session, std::string const& id);

} // namespace artifactd::editor
