// What is not moving and why: for status, and so that the log reports each reason once rather than at every
// retry. Safe from any thread.
#pragma once

#include "daemon/settling/lane.hpp"
#include "state/settle/settle_report.hpp"
#include "watchers/session_key.hpp"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace artifactd {

struct PendingSignal {
  std::string session; ///< full path
  std::string signal;  ///< file name; empty if the session itself cannot be looked at
  std::string reason;
  std::int64_t since_ns = 0; ///< wall time
  bool lasting = false;      ///< waiting does not help: a person has to act
};

class PendingList {
public:
  /// Takes the outcomes of one run in that lane; returns the new ones: all except pending ones with an
  /// already known reason. `path` is the session's path for people.
  std::vector<SignalEnd const*> update(SessionKey const& session, std::string const& path,
                                       std::vector<SignalEnd> const& ends, Lane lane);

  /// The session itself has a problem; true if that is news.
  bool trouble(SessionKey const& session, std::string const& reason);

  void forget(SessionKey const& session);

  [[nodiscard]] std::size_t size() const;
  /// Oldest first, at most `limit`.
  [[nodiscard]] std::vector<std::pair<SessionKey, PendingSignal>> oldest(std::size_t limit) const;

private:
  struct Row {
    PendingSignal told;
    Kind kind;
  };
  using Rows = std::map<std::string, Row>; ///< by signal file name

  mutable std::mutex mutex_;
  std::map<SessionKey, Rows> sessions_;
};

} // namespace artifactd
