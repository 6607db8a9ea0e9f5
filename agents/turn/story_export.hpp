// All of a story as one JSON document.
#pragma once

#include "agents/turn/store/story_rows.hpp"

namespace artifactd::turn {

/// {version, session, documents, scenes, log, dice, observations, events, failed_attempts}, with what was
/// taken back. The seed of the dice is in it once no running story rolls by it.
Result<Json> exported(Store const& store, StoryRow const& story);

} // namespace artifactd::turn
