// Which memories and lore the prompts of a past turn contained, recomputed from the story as it was: the same
// story, text and moment give the same result.
#pragma once

#include "agents/turn/prompts/lore.hpp"
#include "agents/turn/prompts/memory.hpp"
#include "agents/turn/store/rows/story_rows.hpp"

#include <map>

namespace artifactd::turn {

/// Memories are sorted strongest first: if a prompt was too large, the last ones were left out.
struct ToldThen {
  std::vector<Remembered> to_rules;
  std::map<std::string, std::vector<Remembered>> to_characters; ///< for every character of the story
  FiredLore lore;
};

/// `scene` is its row of log_rows(). std::nullopt for a scene that no turn of this story made.
Result<std::optional<ToldThen>> told_then(Store const& store, StoryRow const& story, Json const& scene);

} // namespace artifactd::turn
