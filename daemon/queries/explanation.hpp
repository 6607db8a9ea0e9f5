// The answer to `explain`: what is known of one signal, on disk now and in the journal.
#pragma once

#include "daemon/queries/named_session.hpp"
#include "daemon/status/activity_event.hpp"
#include "state/journal/journal.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// What exists on disk now.
struct SignalPresence {
  /// pending, refused, both, gone, ignored, no session, out of reach; for a document: in place
  std::string word;
  std::string barrier = {}; ///< out of reach: why the session cannot be entered; ignored: why, and what helps
  std::optional<std::int64_t> since_ns = {};
  std::vector<std::string> instructions = {};
  bool edited = false; ///< the editor tries next, if a daemon runs
};

struct Explanation {
  std::string session; ///< its path, or what was named if there is none
  SignalName signal;
  SignalPresence now;
  std::optional<ActivityEvent> at_work; ///< the run of its agent, or of the editor, that is under way
  std::vector<Event> events;            ///< recorded, oldest first
  Budget budget;
  std::string no_journal = {}; ///< why nothing is on record, if it is not because nothing happened

  [[nodiscard]] bool knows_nothing() const noexcept { return events.empty() && !now.since_ns; }
};

/// Waits a moment for what a running daemon has not written yet.
[[nodiscard]] Explanation explain(Config const& config, std::string const& session, SignalName const& signal);

[[nodiscard]] nlohmann::ordered_json to_json(Explanation const& found);

} // namespace artifactd
