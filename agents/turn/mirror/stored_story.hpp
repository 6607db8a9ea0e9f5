// A story of the database as it is mirrored, and mirrored scenes as the rows that the database would have.
#pragma once

#include "agents/turn/mirror/mirrored_story.hpp"
#include "agents/turn/store/reading.hpp"

namespace artifactd::turn {

/// Its scenes from `from` on, as of one moment. Fault::missing without such a story; Fault::busy for one that
/// changes all the time.
Result<MirroredStory> stored_story(Store const& store, std::string const& session_id, std::int64_t from = 0);

/// As log_rows(), scene_rows() and dice_rows() have them.
[[nodiscard]] Json log_rows(MirroredStory const& story, Scenes const& scenes);
[[nodiscard]] Json scene_rows(MirroredStory const& story, Scenes const& scenes);
[[nodiscard]] Json dice_rows(MirroredStory const& story, Scenes const& scenes);

} // namespace artifactd::turn
