// What is being done and what is stuck, signal by signal, and the stream of what happens to them. Told from
// any thread. Only the latest about each signal is kept, and only while it is at work, pending or refused; a
// site with more than `most` of those keeps the first ones and counts the rest. When nobody listens telling
// costs a map entry.
#pragma once

#include "daemon/activity_event.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace artifactd {

class Activity {
public:
  /// Called with the event's number, in their order, on the thread that told it: hand it on, do no work.
  using Listener = std::function<void(std::uint64_t number, ActivityEvent const& event)>;

  static constexpr std::size_t most = 8192;

  /// An event without error or attempt takes them over from what is known about its signal, so that the
  /// stream says what went wrong before.
  void tell(ActivityEvent event);

  /// These signals are all that stand in the session: whatever else is remembered of it is gone.
  void standing(std::string const& session, std::set<std::string> const& signals);

  /// The session is gone.
  void forget(std::string const& session) { standing(session, {}); }

  /// So many attempts there may be of a signal now, after a person granted some; told where that is news
  /// about a refused one.
  void granted(std::string const& session, std::string const& signal, int attempts);
  /// Whether anything is remembered about this signal.
  [[nodiscard]] bool knows(std::string const& session, std::string const& signal) const;

  struct Snapshot {
    std::vector<ActivityEvent> events; ///< by session and signal
    std::size_t left_out = 0;          ///< not in it for want of room
    std::uint64_t number = 0;          ///< of the last event that is in it
  };
  [[nodiscard]] Snapshot snapshot(std::size_t limit, std::string const& session = "") const;

  /// From now on; null: nobody. The former one is not called any more when this returns.
  void listen(Listener listener);
  [[nodiscard]] bool heard() const;

private:
  using Key = std::pair<std::string, std::string>; ///< session, signal

  void tell_locked(ActivityEvent event);

  mutable std::mutex mutex_;
  std::map<Key, ActivityEvent> live_;
  std::size_t left_out_ = 0;
  std::uint64_t number_ = 0;
  Listener listener_;
};

} // namespace artifactd
