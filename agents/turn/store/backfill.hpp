// Scenes that were not played here enter the database: of a story that is new, or that nobody has played on.
#pragma once

#include "agents/turn/store/story_rows.hpp"
#include "agents/turn/turn_record.hpp"

#include <span>

namespace artifactd::turn {

struct ToldElsewhere {
  NewStory story;     ///< its directory is not looked at: `turn attach` gives it one
  std::string source; ///< where it came from, for people
  /// From the first one the story lacks, which for a new story is scene 0; `turn_index` is each one's index.
  std::span<TurnRecord const> scenes;
};

/// All of them or none. They have no row in `turns`: like those of a branch, they were played elsewhere.
/// Fault::changed where the story is not at the scene before the first of them; the errors of begin_story()
/// and commit_turn() for what does not fit.
Result<void> backfill(Store const& store, ToldElsewhere const& told);

/// How many stories came in this way.
Result<std::int64_t> backfilled_count(Store const& store);

} // namespace artifactd::turn
