// The skill a run is about: the one directory its fixes may touch.
#pragma once

#include "state/session/session.hpp"
#include "state/tuning/tuning_state.hpp"

#include <string>

namespace artifactd {

struct FixTarget {
  UniqueFd directory;
  std::string path; ///< for people
};

/// target_skill.path below `root`, which an operator named: relative to it, or absolute and within it. No
/// link is followed below the root. The session chooses the path, so only a skill is accepted: a directory
/// with SKILL.md as a regular file. Fault::unsafe for anything else, for "..", and for internals of version
/// control; Fault::denied without a root.
Result<FixTarget> fix_target(std::string const& root, tuning::TuningState const& state);

/// Whether fix_target() failed because no root was named.
[[nodiscard]] bool lacks_root(Error const& error) noexcept;

/// The state of the session, if it is or would be accepted: nothing is done based on any other.
/// Fault::invalid names what is wrong with it; Fault::missing if the session has none.
Result<tuning::TuningState> state_in_place(Session const& session);

} // namespace artifactd
