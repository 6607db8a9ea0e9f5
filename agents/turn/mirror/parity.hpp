// Whether a file and the database hold the same story: compares scene by scene the player's text, the
// narration, who acted, when, and what was observed with which importance. Ignores ids, dice and states.
#pragma once

#include "agents/turn/mirror/mirrored_story.hpp"

namespace artifactd::turn {

/// The first difference in a sentence, with its line in the file if there is one; empty: none.
[[nodiscard]] std::string difference(MirroredStory const& stored, MirroredStory const& file);
/// Compares only the first `count` scenes.
[[nodiscard]] std::string difference(MirroredStory const& stored, MirroredStory const& file,
                                     std::size_t count);

} // namespace artifactd::turn
