// What the database knows of a step before it is prepared, read as of one moment.
#pragma once

#include "agents/turn/store/rows/story_rows.hpp"

namespace artifactd::turn {

struct KnownStep {
  std::optional<StoryRow> story; ///< as by find_story()
  std::optional<TurnRow> turn;   ///< what the story did for this request; std::nullopt: nothing yet
  std::int64_t conflicts = 0;    ///< attempts of the request that another turn overtook
};

Result<KnownStep> known_step(Store const& store, StoryDirectory const& directory,
                             std::string const& user_action_id);

} // namespace artifactd::turn
