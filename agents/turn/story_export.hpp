// A whole story as one JSON document.
#pragma once

#include "agents/turn/store/rows/story_rows.hpp"

namespace artifactd::turn {

/// {version, session, documents, scenes, log, dice, observations, events, failed_attempts}, including undone
/// scenes. The dice seed is included only if no running story uses it.
Result<Json> exported(Store const& store, StoryRow const& story);

} // namespace artifactd::turn
