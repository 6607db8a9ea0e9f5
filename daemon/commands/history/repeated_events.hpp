// Events for a person to read: attempts of one signal that wait for the same reason are one row.
#pragma once

#include "state/journal/journal.hpp"

#include <cstdint>
#include <vector>

namespace artifactd {

struct RepeatedEvent {
  Event event; ///< the first occurrence
  std::size_t times = 1;
  std::int64_t until_ns = 0; ///< time of the last occurrence
};

/// In the order of their first occurrence. A verdict on a signal ends the counting of the attempts before it.
[[nodiscard]] std::vector<RepeatedEvent> with_repeats_counted(std::vector<Event> const& events);

} // namespace artifactd
