// Turns are taken back by a mark on their scenes, and played again by removing it. What hangs on a scene
// (observations, reinforcements, edges, dice, messages) is visible as long as the scene is.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"

namespace artifactd::turn {

/// Takes back the last `count` turns, at least 1; scene 0 stays. Change::too_few where there are fewer.
/// Changed::turn tells the current scene afterwards. Fault::missing without such a story.
Result<Changed> undo_turns(Store const& store, std::string const& session_id, std::uint64_t count,
                           Asked const& asked);

/// The reverse, `count` turns: of those that were taken back from the current scene the latest.
/// Change::too_few where there are fewer, as after a turn was played since.
Result<Changed> redo_turns(Store const& store, std::string const& session_id, std::uint64_t count,
                           Asked const& asked);

} // namespace artifactd::turn
