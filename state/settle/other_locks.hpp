// The locks that other tools take around the graph, where they do not know the mkdir mutex: a directory, a
// file that is made, or flock on a file. They are tried, never waited for, and lie below the session.
//
// A directory or file that stands is somebody's until it was seen unchanged for as long as the mutex may be;
// then it is moved aside and removed. Ours are noted in `.artifactd/`, so that a killed artifactd's are
// recognised at once by whoever holds the claim. flock ends with its process and is never taken as stale.
#pragma once

#include "state/clock.hpp"
#include "state/session.hpp"
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

/// Relative, below the session, and none of artifactd's own names.
[[nodiscard]] bool may_be_lock_path(std::string const& path);

struct StaleWatch;

class OtherLocks {
public:
  /// Needs the mutex. Fault::busy names the first that is held; those before it are released. A
  /// lock in a directory that is not there cannot be held, and is passed over.
  static Result<OtherLocks> take(Claim const&, Session const& session, std::vector<OtherLock> const& locks,
                                 StaleWatch& watch, Duration stale_after);

  OtherLocks(OtherLocks&& other) noexcept = default;
  OtherLocks& operator=(OtherLocks&&) = delete;
  /// Releases them, the last one first.
  ~OtherLocks();

private:
  struct Held {
    UniqueFd directory; ///< of what was made; of flock unset
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
