// What is being done and what is stuck, signal by signal, and the stream of events about it. May be called
// from any thread. Only the latest event of each signal is kept, and only while the signal is at work,
// pending or refused; beyond `most` of those, further ones are only counted. Without a listener an event
// costs one map entry.
#pragma once

#include "daemon/status/activity_event.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace artifactd {

class Activity {
public:
  /// Called with the event's number, in order, on the thread that called tell(): pass it on, do no work.
  using Listener = std::function<void(std::uint64_t number, ActivityEvent const& event)>;

  static constexpr std::size_t most = 8192;

  /// An event without error or attempt takes them over from what is known about its signal, so that the
  /// stream says what went wrong before.
  void tell(ActivityEvent event);

  /// These are all the signals that exist in the session: forgets everything else about it.
  void standing(std::string const& session, std::set<std::string> const& signals);

  /// The signal is refused now, and not pending. Reported if a settling of it was the last that is known,
  /// since then another process has ended it.
  void refused_elsewhere(std::string const& session, std::string const& signal);

  /// The session is gone.
  void forget(std::string const& session) { standing(session, {}); }

  /// The signal may be attempted this many times, now that a person granted attempts; reported if that is
  /// news about a refused signal.
  void granted(std::string const& session, std::string const& signal, int attempts);
  /// Whether anything is remembered about this signal.
  [[nodiscard]] bool knows(std::string const& session, std::string const& signal) const;

  /// Whether the last that is known of it is that a run of its agent, or of the editor, began.
  [[nodiscard]] bool is_running(std::string const& session, std::string const& signal) const;

  struct Snapshot {
    std::vector<ActivityEvent> events; ///< by session and signal
    std::size_t left_out = 0;          ///< omitted for lack of room
    std::uint64_t number = 0;          ///< of the last event included
  };
  [[nodiscard]] Snapshot snapshot(std::size_t limit, std::string const& session = "") const;

  /// Replaces the listener; null: none. The former one is not called any more when this returns.
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
