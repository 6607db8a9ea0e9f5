// The lanes of a session, one for each pace of work: none waits for another, nor for those of other sessions.
#pragma once

#include "state/vocabulary/names.hpp"

namespace artifactd {

/// What a run settles.
enum class Lane : std::uint8_t {
  all, ///< for a person, or a process that waits for everything anyway
  quick,
  slow,
  waiting,
};

[[nodiscard]] inline bool covers(Lane lane, Kind const& kind) noexcept {
  constexpr auto lane_of = [](Pace pace) {
    return pace == Pace::quick ? Lane::quick : pace == Pace::slow ? Lane::slow : Lane::waiting;
  };
  return lane == Lane::all || lane == lane_of(kind.traits().pace);
}

/// Whether this run also does the once-per-session work, besides the work of its kinds.
[[nodiscard]] inline bool is_main(Lane lane) noexcept {
  return lane == Lane::all || lane == Lane::quick;
}

} // namespace artifactd
