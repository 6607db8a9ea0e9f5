// What a turn starts from, read as of one moment.
#pragma once

#include "agents/turn/memory.hpp"
#include "agents/turn/store/story_rows.hpp"

#include <map>

namespace artifactd::turn {

struct Recall {
  std::optional<Decay> decay;             ///< empty: what the story's ruleset says
  Time now = 0;                           ///< the attempt's clock
  std::size_t newest = newest_told;       ///< of each character
  std::size_t strongest = strongest_told; ///< of each character
};

struct Memory {
  std::vector<Remembered> newest;    ///< the newest first; of one time the one with the lesser id
  std::vector<Remembered> strongest; ///< the strongest first
};

struct Snapshot {
  StoryRow story;
  Frozen frozen;
  Scene scene;                            ///< the current one
  std::string last_narration;             ///< of the scene; before the first turn the intro
  std::map<std::string, Memory> memories; ///< of every character of the story
};

/// Fault::missing without such a story, Fault::invalid where stored documents cannot be read.
Result<Snapshot> snapshot(Store const& store, std::string const& session_id, Recall const& recall);

/// What each character remembered at an earlier scene; without a decay in `recall` by the default one. Costs
/// what came after that scene, not what came before.
Result<std::map<std::string, Memory>> memories_at(Store const& store, StoryRow const& story,
                                                  std::int64_t scene_index, Recall const& recall);

/// The strongest `count` of a character's observations, from 20 look-ups in an index: within one importance
/// and one multiplier the newest is always the strongest, so it costs the same with ten observations and ten
/// thousand.
Result<std::vector<Remembered>> strongest_observations(Store const& store, std::string const& session_id,
                                                       std::string const& character_id, std::size_t count,
                                                       Decay const& decay, Moment const& now);

} // namespace artifactd::turn
