// The locks of other tools around the graph that do not know the mkdir mutex: a directory, a created file, or
// flock on a file. They are tried, never waited for, and are below the session.
//
// An existing directory or file counts as held until it was seen unchanged for the mutex's stale time; then
// it is moved aside and removed. Ours are noted in `.artifactd/` once they are made, so the holder of the
// claim recognises a killed artifactd's at once where files have birth times. flock ends with its process and
// is never considered stale.
#pragma once

#include "state/platform/clock.hpp"
#include "state/session/session.hpp"
#include "state/settle/claim.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd {

struct OtherLock {
  enum class How : std::uint8_t { make_directory, create, flock };
  std::string path; ///< relative to the session
  How how = How::flock;

  bool operator==(OtherLock const&) const = default;
};

/// Relative, below the session, and not one of artifactd's own names.
[[nodiscard]] bool may_be_lock_path(std::string const& path);

struct StaleWatch;

class OtherLocks {
public:
  /// Needs the mutex. Fault::busy names the first lock that is held; those taken before it are released. A
  /// lock in a missing directory cannot be held and is skipped.
  static Result<OtherLocks> take(Claim const&, Session const& session, std::vector<OtherLock> const& locks,
                                 StaleWatch& watch, Duration stale_after);

  OtherLocks(OtherLocks&& other) noexcept = default;
  OtherLocks& operator=(OtherLocks&&) = delete;
  /// Releases them in reverse order.
  ~OtherLocks();

private:
  struct Held {
    UniqueFd directory; ///< of a lock that was created; unset for flock
    std::string name;
    OtherLock::How how;
    Stamp stamp;
    UniqueFd file; ///< of flock
    std::string note;
  };

  explicit OtherLocks(UniqueFd home) : home_(std::move(home)) {}
  Result<void> take_one(Session const& session, OtherLock const& lock, StaleWatch& watch,
                        Duration stale_after);
  Result<void> make(Session const& session, OtherLock const& lock, StaleWatch& watch, Duration stale_after);
  Result<void> lock_file(Session const& session, OtherLock const& lock);

  UniqueFd home_; ///< where the notes are
  std::vector<Held> held_;
};

} // namespace artifactd
