// What the watchers report about a session: never the truth, only a reason to look.
#pragma once

#include "state/platform/clock.hpp"
#include "state/settle/signal.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <set>

namespace artifactd {

/// How a hint treats a session that is being settled or waits for its retry.
enum class Urgency : std::uint8_t {
  news,    ///< something happened: it runs (again) as soon as it can
  recheck, ///< something exists, perhaps known: work under way or planned suffices
};

struct Hints {
  /// Signals whose publication is known to be over: closed, moved in, or untouched for publishing_time. One
  /// missing here and younger than publishing_time may still be written: look again then.
  std::set<SignalName> closed;

  /// Merges another hint about the same session.
  void add(Hints more);
  [[nodiscard]] bool says_closed(SignalName const& signal) const;
};

} // namespace artifactd
