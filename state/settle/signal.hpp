// A signal as it was seen: its name and the stamp that distinguishes this submission from the next one.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

namespace artifactd {

struct Sighting {
  SignalName signal;
  Stamp stamp;
  Moment seen;
};

/// How long a signal or document whose appearance alone was seen may still be open for writing. Publication
/// by hard link or O_TMPFILE never reports a close, so waiting longer would only delay those; all other ways
/// report their close within microseconds.
inline constexpr Duration publishing_time = std::chrono::milliseconds(20);

/// Distinguishes one submission of a signal from the next. A rename does not change it; inode numbers are
/// reused, but not with the same birth (see Keepsake in retire.cpp for the tick in which they could be).
struct DropId {
  std::uint64_t inode = 0;
  std::int64_t birth_ns = 0;
  std::int64_t modified_ns = 0;

  bool operator==(DropId const&) const = default;
};
[[nodiscard]] DropId drop_id(Stamp const& stamp) noexcept;

enum class Published : std::uint8_t { unknown, yes };

/// Looks at a pending signal. Fault::missing if there is none, Fault::unsafe if its name belongs to something
/// other than a regular file.
Result<Sighting> sight(Session const& session, SignalName const& signal);

/// Changed so recently that its writer may not be done.
[[nodiscard]] bool still_fresh(Stamp const& stamp) noexcept;

/// The same submission of the same signal: a re-created one is another file, a touched one has another mtime.
/// A rename away and back does not change it.
[[nodiscard]] bool same_sighting(Stamp const& a, Stamp const& b) noexcept;

} // namespace artifactd
