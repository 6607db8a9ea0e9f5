// Files of stories become stories of the database without being played: mirrors of artifactd, which bring
// their documents along, and chats of other programs under a scenario that is imported.
#pragma once

#include "agents/turn/mirror/mirrored_story.hpp"
#include "agents/turn/store/store.hpp"

namespace artifactd::turn {

/// Fault::invalid says which line is at fault, or that the file is neither; Fault::missing without the
/// scenario, which a chat needs.
Result<MirroredStory> read_story_file(Store const& store, std::string_view file, std::string_view bytes,
                                      std::string const& scenario_id);

enum class Backfilled : std::uint8_t {
  fresh,
  extended, ///< it was there, and the file has more scenes
  same,     ///< it has all of the file's scenes already
};

struct BackfillBy {
  uid_t importer = 0;
  std::string small_model_key; ///< with which it may be played on
  std::string large_model_key;
  Time at = 0;
};

/// Documents and states are judged as an import judges them; documents whose ids are missing are brought in,
/// others stay as they are, the story having its own. The dice have a fresh seed. Fault::exists where the
/// database tells the story otherwise, or where a directory plays it and the file has more scenes.
Result<Backfilled> backfill_story(Store const& store, MirroredStory const& told, std::string const& source,
                                  BackfillBy const& by);

} // namespace artifactd::turn
