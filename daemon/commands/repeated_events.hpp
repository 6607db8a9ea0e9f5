// Events for a person to read: the tries of one signal that wait for the same reason are one row.
#pragma once

#include "state/journal.hpp"

#include <cstdint>
#include <vector>

namespace artifactd {

struct RepeatedEvent {
  Event event; ///< the first of them
  std::size_t times = 1;
  std::int64_t until_ns = 0; ///< when the last of them came
};

/// In the order of their first occurrence. A verdict on a signal ends what its tries before it are counted
/// for.
[[nodiscard]] std::vector<RepeatedEvent> with_repeats_counted(std::vector<Event> const& events);

} // namespace artifactd
