// Converts a chat of another program to a story under a scenario. A chat has no state: each scene has the
// scenario's first one, and nothing is observed after scene 0.
#pragma once

#include "agents/turn/content/chat.hpp"
#include "agents/turn/mirror/mirrored_story.hpp"

namespace artifactd::turn {

/// Messages before the user's first one are scene 0; each text of the user with its replies is another scene.
/// Speakers with a character's name act; the replies together are the narration. Times do not go back. The id
/// is a function of the scenario, the chat's header and its opening: a chat that grew is the same story.
Result<MirroredStory> chat_story(Chat const& chat, Frozen const& documents);

} // namespace artifactd::turn
