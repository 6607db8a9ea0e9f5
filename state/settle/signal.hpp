// A signal as it was seen: its name and the stamp that tells this dropping of it from the next one.
#pragma once

#include "state/clock.hpp"
#include "state/names.hpp"
#include "state/session.hpp"
#include "state/stamp.hpp"

namespace artifactd {

struct Sighting {
  SignalName signal;
  Stamp stamp;
  Moment seen;
};

/// How long a signal or a document that was only seen to appear may still be in its writer's hands. A hard
/// link or an O_TMPFILE publication never reports a close, so waiting longer would only delay those; every
/// other act reports its close within microseconds.
inline constexpr Duration publishing_time = std::chrono::milliseconds(20);

/// What tells one drop of a signal from the next. A rename leaves it as it is; inode numbers are used again,
/// but not with the same birth (see Keepsake in retire.cpp for the tick in which they could be).
struct DropId {
  std::uint64_t inode = 0;
  std::int64_t birth_ns = 0;
  std::int64_t modified_ns = 0;

  bool operator==(DropId const&) const = default;
};
[[nodiscard]] DropId drop_id(Stamp const& stamp) noexcept;

enum class Published : std::uint8_t { unknown, yes };

/// Looks at a pending signal. Fault::missing when there is none, Fault::unsafe when something other than a
/// regular file carries its name.
Result<Sighting> sight(Session const& session, SignalName const& signal);

/// Changed so lately that its writer may not be done.
[[nodiscard]] bool still_fresh(Stamp const& stamp) noexcept;

/// The same dropping of the same signal: a re-created one is another file, a touched one has another mtime. A
/// rename away and back leaves it the same.
[[nodiscard]] bool same_sighting(Stamp const& a, Stamp const& b) noexcept;

} // namespace artifactd
