// The lanes of a session. Rules and extractors run foreign code for seconds; a session's merges do not wait
// for them, nor for those of others.
#pragma once

#include "state/names.hpp"

namespace artifactd {

/// What a run settles.
enum class Lane : std::uint8_t {
  all,    ///< a person's, or that of a process which waits for everything anyway
  merges, ///< everything but rules
  rules,
};

[[nodiscard]] constexpr bool covers(Lane lane, Kind kind) noexcept {
  return lane == Lane::all || (lane == Lane::rules) == (kind == Kind::rule);
}

} // namespace artifactd
