// Converts a story of the database to its mirrored form, and mirrored scenes to rows of the database's form.
#pragma once

#include "agents/turn/mirror/mirrored_story.hpp"
#include "agents/turn/store/reading.hpp"

namespace artifactd::turn {

/// Its scenes from `from` on, as of one moment. Fault::missing if there is no such story; Fault::busy if it
/// keeps changing.
Result<MirroredStory> stored_story(Store const& store, std::string const& session_id, std::int64_t from = 0);

/// In the form of log_rows(), scene_rows() and dice_rows().
[[nodiscard]] Json log_rows(MirroredStory const& story, Scenes const& scenes);
[[nodiscard]] Json scene_rows(MirroredStory const& story, Scenes const& scenes);
[[nodiscard]] Json dice_rows(MirroredStory const& story, Scenes const& scenes);

} // namespace artifactd::turn
