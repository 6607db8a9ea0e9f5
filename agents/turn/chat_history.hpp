// A chat from elsewhere as the past of a story: what the user wrote and what was answered become turns, each
// with the text of the swipe that was chosen. Nobody knows what states they led to, so each has the
// scenario's first.
#pragma once

#include "agents/turn/content/chat.hpp"
#include "agents/turn/store/story_rows.hpp"

namespace artifactd::turn {

inline constexpr std::size_t most_past_turns = 10'000;

struct ChatHistory {
  Past past;
  std::size_t unanswered = 0; ///< messages of the user at the end that nobody answered: left out
};

/// Several messages of the user in a row are one text, several answers one narration; where more than one
/// speaks in the chat, each answer begins with a name. {{char}} and {{user}} are those of `story`. Times
/// never go back, and none is later than `now`. Fault::too_large for more than most_past_turns.
[[nodiscard]] Result<ChatHistory> history_of(Chat const& chat, Frozen const& story, Time now);

} // namespace artifactd::turn
