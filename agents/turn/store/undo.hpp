// Undo marks the scenes of turns, and redo removes the marks. What belongs to a scene (observations,
// reinforcements, edges, dice, messages) is visible as long as the scene is.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"

namespace artifactd::turn {

/// Undoes the last `count` turns, at least 1; scene 0 always remains. Change::too_few if there are fewer.
/// Changed::turn has the current scene afterwards. Fault::missing if there is no such story.
Result<Changed> undo_turns(Store const& store, std::string const& session_id, std::uint64_t count,
                           Asked const& asked);

/// Redoes `count` turns: the latest ones undone from the current scene. Change::too_few if there are fewer,
/// such as after another turn was played.
Result<Changed> redo_turns(Store const& store, std::string const& session_id, std::uint64_t count,
                           Asked const& asked);

} // namespace artifactd::turn
