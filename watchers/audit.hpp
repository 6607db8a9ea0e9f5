// The polling gate: one statx per directory decides whether it must be looked at again. Polling alone finds
// everything, so a missed event costs at most one audit interval.
#pragma once

#include "state/platform/stamp.hpp"

#include <cstdint>

namespace artifactd {

/// What a directory looked like when it was last listed. Default: never listed.
class Gate {
public:
  /// Stores `now`, read before the listing it belongs to; `wall_ns` is the time of that look.
  void look(Stamp const& now, std::int64_t wall_ns) noexcept;

  /// Whether a listing may find something new: the directory changed, or it was so fresh at the last look
  /// that a later change may have the same time.
  [[nodiscard]] bool opens_for(Stamp const& now) const noexcept { return racy_ || differs(now); }
  [[nodiscard]] bool differs(Stamp const& now) const noexcept;
  [[nodiscard]] bool same_directory(Stamp const& now) const noexcept { return now.inode == inode_; }

  /// Makes the next audit list it regardless of statx.
  void distrust() noexcept { racy_ = true; }

private:
  std::int64_t modified_ns_ = 0;
  std::int64_t changed_ns_ = 0;
  std::uint64_t inode_ = 0;
  bool racy_ = true;
};

} // namespace artifactd
