// A chat of another program as a story under a scenario. A chat has no state: each scene has the one that the
// scenario begins with, and nothing is observed after scene 0.
#pragma once

#include "agents/turn/content/chat.hpp"
#include "agents/turn/mirror/mirrored_story.hpp"

namespace artifactd::turn {

/// What was said before the user spoke is scene 0, each text of the user's with its replies another. Who has
/// the name of a character acts; the replies together are the narration. Times do not go back. The id is a
/// function of the scenario, the chat's header and its opening, so that a chat that grew is the same story.
Result<MirroredStory> chat_story(Chat const& chat, Frozen const& documents);

} // namespace artifactd::turn
