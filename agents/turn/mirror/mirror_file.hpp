// The mirror: a file of each story beside the database, `<directory>/<session id>.jsonl`, for its owner
// alone. It is written after what was committed, and never read to play a turn. The database is right; a file
// that does not end as the story does is written again as a whole, and so is a link or a pipe in its place.
#pragma once

#include "agents/turn/mirror/stored_story.hpp"

namespace artifactd::turn {

enum class Since : std::uint8_t {
  played,  ///< at most one more turn: a line or two are added where the rest is there
  changed, ///< anything: all of it is written
};

/// Writes what the file lacks, and removes the file of a story that is not there.
Result<void> mirror_story(Store const& store, std::string const& directory, std::string const& session_id,
                          Since since);

/// Of one story; a file that is not there is fine.
Result<void> remove_mirror(std::string const& directory, std::string const& session_id);
/// Of all stories that are not in the database.
Result<void> remove_strays(Store const& store, std::string const& directory);

/// Fault::missing without a file, Fault::unsafe for what is no file of one's own, Fault::invalid with the
/// line that cannot be read.
Result<MirroredStory> mirrored_story(std::string const& directory, std::string const& session_id);

/// The ids of the stories there is a file for, also a file that was never finished.
Result<std::vector<std::string>> mirrored_ids(std::string const& directory);

/// Whether the file ends as the story does.
Result<bool> is_mirrored(Store const& store, std::string const& directory, std::string const& session_id);

} // namespace artifactd::turn
