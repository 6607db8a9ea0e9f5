// Scenes are marked as taken back, within a change that does more.
#pragma once

#include "agents/turn/store/row.hpp"
#include "agents/turn/story.hpp"

namespace artifactd::turn {

/// Marks what follows the scene of this index, and computes what those scenes had reinforced. The current
/// scene is the caller's to set.
Result<void> take_back_behind(Database& database, std::string const& session_id, std::int64_t index,
                              Time now);

} // namespace artifactd::turn
