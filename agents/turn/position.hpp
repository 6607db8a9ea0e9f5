// A story as it was at one of its scenes: what a turn is played from that does not follow the current one.
#pragma once

#include "agents/turn/store/snapshot.hpp"

namespace artifactd::turn {

/// Fault::missing where the story has no such scene. `documents`: those it is played by; `now`: the attempt's
/// clock.
Result<Snapshot> position_at(Store const& store, StoryRow story, Frozen documents, std::int64_t index,
                             Time now);

} // namespace artifactd::turn
