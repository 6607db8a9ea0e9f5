// What is running for which signal, and how to end it: each entry has an eventfd that becomes readable when
// its programs have to end. Safe from any thread.
#pragma once

#include "state/platform/fd.hpp"
#include "state/vocabulary/names.hpp"
#include "watchers/session_key.hpp"

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace artifactd {

class ActiveRuns {
public:
  /// False if something is already running for it, and after refuse(); Fault::exhausted if there is no
  /// descriptor by which it could be ended.
  Result<bool> begin(SessionKey const& key, SignalName const& signal);
  void end(SessionKey const& key, SignalName const& signal);

  /// The eventfd of an entry between its begin() and its end().
  [[nodiscard]] int cancel_of(SessionKey const& key, SignalName const& signal) const;
  /// Whether cancel() ended it, not refuse().
  [[nodiscard]] bool was_cancelled(SessionKey const& key, SignalName const& signal) const;

  /// `session` is a full path. False if nothing is running.
  bool cancel(std::string const& session, SignalName const& signal);

  /// The signals for which something is running.
  [[nodiscard]] std::vector<SignalName> of(SessionKey const& key) const;

  /// Nothing begins from now on, and everything running has to end.
  void refuse();
  [[nodiscard]] bool refusing() const;

private:
  struct Run {
    UniqueFd cancel;
    bool cancelled = false;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<SessionKey, SignalName>, Run> runs_;
  bool refusing_ = false;
};

} // namespace artifactd
