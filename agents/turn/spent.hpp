// What a turn's models have used up, from its events.
#pragma once

#include "agents/turn/turn_record.hpp"

namespace artifactd::turn {

/// {calls, input_tokens, cached_tokens, output_tokens}: of all calls, those that were repeated included.
[[nodiscard]] Json spent(std::vector<EventRecord> const& events);

} // namespace artifactd::turn
