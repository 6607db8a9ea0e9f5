#include "agents/turn/store/known_step.hpp"

#include "agents/turn/store/rows/session_rows.hpp"
#include "agents/turn/store/rows/turn_rows.hpp"

namespace artifactd::turn {

namespace {

Result<std::int64_t> conflicts_of(Database& database, std::string const& session_id,
                                  std::string const& user_action_id) {
  auto const count = TRY(number_of(database,
                                   "SELECT count(*) FROM turn_attempts WHERE session_id = ? AND "
                                   "user_action_id = ? AND state = 'stale'",
                                   session_id, user_action_id));
  return count.value_or(0);
}

} // namespace

Result<KnownStep> known_step(Store const& store, StoryDirectory const& directory,
                             std::string const& user_action_id) {
  return store.read_briefly([&](Database& database) -> Result<KnownStep> {
    KnownStep known{.story = TRY(directory_story(database, directory)), .turn = {}};
    if (!known.story) return known;
    known.turn = TRY(turn_row(database, known.story->id, user_action_id));
    known.conflicts = TRY(conflicts_of(database, known.story->id, user_action_id));
    return known;
  });
}

} // namespace artifactd::turn
