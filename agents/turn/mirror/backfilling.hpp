// Turns files into stories of the database without playing them: artifactd's mirrors, which contain their
// documents, and chats of other programs, under an imported scenario.
#pragma once

#include "agents/turn/mirror/mirrored_story.hpp"
#include "agents/turn/store/store.hpp"

namespace artifactd::turn {

/// Fault::invalid names the line at fault, or says that the file is neither; Fault::missing if the scenario,
/// which a chat needs, is missing.
Result<MirroredStory> read_story_file(Store const& store, std::string_view file, std::string_view bytes,
                                      std::string const& scenario_id);

enum class Backfilled : std::uint8_t {
  fresh,
  extended, ///< it existed, and the file has more scenes
  same,     ///< it already has all of the file's scenes
};

struct BackfillBy {
  uid_t importer = 0;
  std::string small_model_key; ///< for playing it on
  std::string large_model_key;
  Time at = 0;
};

/// Documents and states are checked as on import. Missing documents are imported; existing ones are
/// unchanged, because the story has its own copies. The dice get a fresh seed. Fault::exists if the database
/// has a different version of the story, or if a directory plays it and the file has more scenes.
Result<Backfilled> backfill_story(Store const& store, MirroredStory const& told, std::string const& source,
                                  BackfillBy const& by);

} // namespace artifactd::turn
