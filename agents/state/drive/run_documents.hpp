// The documents a run leaves: its report, its summary, why it was given up. Markdown in the session.
#pragma once

#include "state/session/session.hpp"
#include "state/tuning/tuning_state.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// Each writes its files and returns their names, relative to the session.
Result<std::vector<std::string>> write_tuning_report(Session const& session,
                                                     tuning::TuningState const& state);
Result<std::vector<std::string>> write_tuning_summary(Session const& session,
                                                      tuning::TuningState const& state);
/// `continuing`: the command that continues the run.
Result<std::vector<std::string>> write_abort_report(Session const& session, tuning::TuningState const& state,
                                                    std::string const& continuing);
/// diagnosis/<area>-diagnosis.json, or fixes/fix-proposals.json; nothing for other actions.
Result<std::vector<std::string>> write_findings(Session const& session, tuning::TuningState const& state,
                                                std::string const& action);

} // namespace artifactd
