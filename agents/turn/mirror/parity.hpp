// Whether a file tells the same story as the database: scene by scene what the player said, what was told,
// who did it, when, and what was observed with which importance. Ids, dice and states are not compared.
#pragma once

#include "agents/turn/mirror/mirrored_story.hpp"

namespace artifactd::turn {

/// The first difference in a sentence, with the line of the file where it has one; empty: none.
[[nodiscard]] std::string difference(MirroredStory const& stored, MirroredStory const& file);
/// Of the first `count` scenes alone.
[[nodiscard]] std::string difference(MirroredStory const& stored, MirroredStory const& file,
                                     std::size_t count);

} // namespace artifactd::turn
