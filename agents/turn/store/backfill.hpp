// Writes scenes that were not played here into the database: of a new story, or of one not played since.
#pragma once

#include "agents/turn/store/rows/story_rows.hpp"
#include "agents/turn/turn_record.hpp"

#include <span>

namespace artifactd::turn {

struct ToldElsewhere {
  NewStory story;     ///< its directory is ignored: `turn attach` sets it
  std::string source; ///< its origin, for people
  /// From the first scene the story lacks (scene 0 for a new story); `turn_index` is each scene's index.
  std::span<TurnRecord const> scenes;
};

/// Writes all of them or none. Like those of a branch, they have no row in `turns`: they were played
/// elsewhere. Fault::changed if the story is not at the scene before the first of them; the errors of
/// begin_story() and commit_turn() for scenes that do not fit.
Result<void> backfill(Store const& store, ToldElsewhere const& told);

/// The number of stories that were backfilled.
Result<std::int64_t> backfilled_count(Store const& store);

} // namespace artifactd::turn
