// The mkdir mutex that shell tools take around the graph. Ours is a directory with a marker inside, kept
// ready in the private area and put in place by one rename, so it never exists unmarked, and the holder of
// the claim recognises a dead artifactd's at once.
//
//   .artifactd/mutex ──rename NOREPLACE──► .kg-merge.lock ──rename NOREPLACE──► .artifactd/mutex
#pragma once

#include "state/platform/clock.hpp"
#include "state/session/session.hpp"
#include "state/settle/claim.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace artifactd {

/// Without renameat2's RENAME_NOREPLACE, two holders could take it at once.
inline constexpr std::string_view cannot_hold_mutex =
    "session.filesystem: this file system cannot rename without replacing (RENAME_NOREPLACE), as NFS and "
    "bindfs: artifactd settles nothing there. Keep sessions on ext4, XFS, Btrfs or tmpfs";

/// How long one bare mutex directory has been there unchanged, measured on the monotonic clock. One per
/// session, kept between attempts by the caller that retries.
struct StaleWatch {
  std::uint64_t inode = 0;
  std::int64_t changed_ns = 0;
  Moment since{};
  std::vector<StaleWatch> others{}; ///< of the locks of state/settle/other_locks

  /// Whether this very file has been unchanged for `stale_after`; starts watching it otherwise.
  bool unchanged_for(Stamp const& standing, Duration stale_after);
  void forget() { inode = 0; }
  [[nodiscard]] bool watches_something() const;
};

class MutexDir {
public:
  /// Tries for a few tens of milliseconds, then Fault::busy. Fault::exists if its name belongs to something
  /// that is not a directory, Fault::unsupported where the file system cannot. A bare directory that `watch`
  /// has seen unchanged for `stale_after` belongs to a dead shell tool: it is moved aside and removed, never
  /// emptied.
  static Result<MutexDir> take(Claim const&, Session const& session, StaleWatch& watch, Duration stale_after);

  MutexDir(MutexDir&& other) noexcept : session_(std::exchange(other.session_, nullptr)) {}
  MutexDir& operator=(MutexDir&&) = delete;
  /// Releases it, unless another tool has taken it away; recovery repairs a failure here.
  ~MutexDir();

private:
  explicit MutexDir(Session const& session) : session_(&session) {}
  Session const* session_;
};

/// Under the claim: reclaims a mutex directory that a dead artifactd left in place. Others' are not touched.
Result<void> reclaim_mutex(Session const& session);

} // namespace artifactd
