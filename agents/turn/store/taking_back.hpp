// Marks scenes as undone, as part of a larger change.
#pragma once

#include "agents/turn/store/rows/row.hpp"
#include "agents/turn/story.hpp"

namespace artifactd::turn {

/// Marks the scenes after this index and recomputes what they reinforced. The caller sets the current scene.
Result<void> take_back_behind(Database& database, std::string const& session_id, std::int64_t index,
                              Time now);

} // namespace artifactd::turn
