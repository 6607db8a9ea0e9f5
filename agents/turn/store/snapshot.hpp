// The input of a turn, read as of one moment.
#pragma once

#include "agents/turn/prompts/memory.hpp"
#include "agents/turn/store/rows/story_rows.hpp"

#include <map>

namespace artifactd::turn {

struct Recall {
  std::optional<Decay> decay;             ///< empty: the decay of the story's ruleset
  Time now = 0;                           ///< the attempt's clock
  std::size_t newest = newest_told;       ///< per character
  std::size_t strongest = strongest_told; ///< per character
};

struct Memory {
  std::vector<Remembered> newest;    ///< the newest first, then by the smaller id
  std::vector<Remembered> strongest; ///< the strongest first
};

struct Snapshot {
  StoryRow story;
  SharedDocuments frozen;
  Scene scene;                            ///< the current one
  std::string last_narration;             ///< of the scene; before the first turn the intro
  std::map<std::string, Memory> memories; ///< for every character of the story
};

/// Fault::missing if there is no such story, Fault::invalid if stored documents cannot be read.
Result<Snapshot> snapshot(Store const& store, std::string const& session_id, Recall const& recall);
/// The same for a row that was read just before. Fault::changed if the story has another scene now.
Result<Snapshot> snapshot(Store const& store, StoryRow story, Recall const& recall);

/// What each character remembered at an earlier scene; uses the default decay unless `recall` has one. The
/// cost grows with what came after that scene, not before it.
Result<std::map<std::string, Memory>> memories_at(Store const& store, StoryRow const& story,
                                                  std::int64_t scene_index, Recall const& recall);

/// The strongest `count` of a character's observations, from 20 index look-ups: within one importance and one
/// multiplier the newest is always the strongest, so the cost does not grow with the number of observations.
Result<std::vector<Remembered>> strongest_observations(Store const& store, std::string const& session_id,
                                                       std::string const& character_id, std::size_t count,
                                                       Decay const& decay, Moment const& now);

} // namespace artifactd::turn
