// The mirror: one file per story beside the database, `<directory>/<session id>.jsonl`, private to its owner.
// It is written after each commit and never read to play a turn. The database is authoritative; a file that
// does not end as the story does is rewritten, and so is a link or a pipe in its place.
#pragma once

#include "agents/turn/mirror/stored_story.hpp"

namespace artifactd::turn {

enum class Since : std::uint8_t {
  played,  ///< at most one more turn: a line or two are appended if the rest exists
  changed, ///< anything: the whole file is written
};

/// Writes what the file lacks; removes the file if the story does not exist.
Result<void> mirror_story(Store const& store, std::string const& directory, std::string const& session_id,
                          Since since);

/// For one story; a missing file is not an error.
Result<void> remove_mirror(std::string const& directory, std::string const& session_id);
/// For all stories that are not in the database.
Result<void> remove_strays(Store const& store, std::string const& directory);

/// Fault::missing if there is no file, Fault::unsafe for anything but one's own regular file, Fault::invalid
/// with the line that cannot be read.
Result<MirroredStory> mirrored_story(std::string const& directory, std::string const& session_id);

/// The ids of the stories that have a file, even an unfinished one.
Result<std::vector<std::string>> mirrored_ids(std::string const& directory);

/// Whether the file ends as the story does.
Result<bool> is_mirrored(Store const& store, std::string const& directory, std::string const& session_id);

} // namespace artifactd::turn
