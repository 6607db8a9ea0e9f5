// Which logs of plays were appended to: a separate inotify instance, since a host may append thousands of
// lines a second. The kernel merges equal unread events, so a reader that waits a little reads little. Safe
// from any thread.
#pragma once

#include "state/platform/fd.hpp"
#include "watchers/session_key.hpp"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace artifactd {

/// What happened to the plays of a session.
struct PlaysTouched {
  bool all = false; ///< plays were added or removed, or what happened is unknown
  std::set<std::string> plays = {};
};

class LogWatch {
public:
  /// Without inotify nothing is watched.
  LogWatch();

  struct Watched {
    bool all = true;    ///< false: some could not be watched and have to be polled
    bool fresh = false; ///< some were not watched before: look at what has happened so far
  };
  /// From now on watches these instead of the session's former ones: the directory of its plays, and the file
  /// of that name in each of those plays.
  Watched watch(SessionKey const& session, int plays, std::vector<std::string> const& ids,
                std::string const& file);
  void forget(SessionKey const& session);

  /// What happened since the last call; never blocks.
  [[nodiscard]] std::map<SessionKey, PlaysTouched> read();

  /// To wait for; -1 without inotify.
  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  [[nodiscard]] std::size_t watches() const;

private:
  struct Place {
    SessionKey session;
    std::string play; ///< empty: the directory of all plays
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
