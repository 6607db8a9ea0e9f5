// What a turn's model calls used, from its events.
#pragma once

#include "agents/turn/turn_record.hpp"

namespace artifactd::turn {

/// {calls, input_tokens, cached_tokens, output_tokens} of all calls, including repeated ones.
[[nodiscard]] Json spent(std::vector<EventRecord> const& events);

} // namespace artifactd::turn
