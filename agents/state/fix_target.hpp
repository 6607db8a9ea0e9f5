// The skill a run is about: the one directory its fixes may touch.
#pragma once

#include "state/session.hpp"
#include "state/tuning/tuning_state.hpp"

#include <string>

namespace artifactd {

struct FixTarget {
  UniqueFd directory;
  std::string path; ///< for people
};

/// target_skill.path below `root`, which an operator named: relative to it, or absolute and within. No link
/// is followed below the root. The session chooses it, so only a skill will do: a directory with a SKILL.md,
/// a regular file. Fault::unsafe for anything else, for "..", and for what version control keeps for itself;
/// Fault::denied without a root.
Result<FixTarget> fix_target(std::string const& root, tuning::TuningState const& state);

/// The state of the session, if it is accepted or would be: nothing is done on the word of another.
/// Fault::invalid names what is wrong with it.
Result<tuning::TuningState> state_in_place(Session const& session);

} // namespace artifactd
