// The lanes of a session. Some kinds of work run foreign code for seconds; the others do not wait for them,
// nor for those of other sessions.
#pragma once

#include "state/names.hpp"

namespace artifactd {

/// What a run settles.
enum class Lane : std::uint8_t {
  all,   ///< a person's, or that of a process which waits for everything anyway
  quick, ///< the kinds that take milliseconds
  slow,
};

[[nodiscard]] inline bool covers(Lane lane, Kind const& kind) noexcept {
  return lane == Lane::all || (lane == Lane::slow) == kind.traits().slow;
}

} // namespace artifactd
