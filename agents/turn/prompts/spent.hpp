// What a turn's model calls used, from its events.
#pragma once

#include "agents/model/model.hpp"
#include "agents/turn/turn_record.hpp"

namespace artifactd::turn {

/// {calls, input_tokens, cached_tokens, output_tokens} of all calls, including repeated ones.
[[nodiscard]] Json spent(std::vector<EventRecord> const& events);

/// What one call used, from the payload of its event; zeros if the payload has no `usage`.
[[nodiscard]] model::Usage usage_of(Json const& payload);

} // namespace artifactd::turn
