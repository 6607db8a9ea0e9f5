// Which logs of plays were appended to: an inotify instance of its own, since a host may append thousands of
// lines a second. The kernel merges equal events that were not read yet, so
// a reader that waits a little reads little. Safe from any thread.
#pragma once

#include "state/fd.hpp"
#include "watchers/session_key.hpp"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace artifactd {

/// What happened to the plays of a session.
struct PlaysTouched {
  bool all = false; ///< plays came or went, or nobody knows
  std::set<std::string> plays = {};
};

class LogWatch {
public:
  /// Where there is no inotify, nothing is watched.
  LogWatch();

  struct Watched {
    bool all = true;    ///< false: not all could be, and they have to be looked at
    bool fresh = false; ///< some were not before: what happened until now has to be looked at
  };
  /// From now on these are watched, instead of those of the session that were before: the directory of its
  /// plays, and the file of that name in each of those plays.
  Watched watch(SessionKey const& session, int plays, std::vector<std::string> const& ids,
                std::string const& file);
  void forget(SessionKey const& session);

  /// What happened since it was read last; never blocks.
  [[nodiscard]] std::map<SessionKey, PlaysTouched> read();

  /// To wait for; -1 where there is no inotify.
  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  [[nodiscard]] std::size_t watches() const;

private:
  struct Place {
    SessionKey session;
    std::string play; ///< empty: the directory of all
  };
  using Held = std::map<std::string, int>; ///< play → watch

  void note(int wd, std::uint32_t mask, std::map<SessionKey, PlaysTouched>& touched);
  void release(int wd);

  UniqueFd fd_;
  mutable std::mutex mutex_;
  std::map<int, Place> places_;        ///< guarded by mutex_
  std::map<SessionKey, Held> watched_; ///< guarded by mutex_
};

} // namespace artifactd
