// Turns a chat from another program into the past of a story: each message of the user and its answer become
// a turn, with the text of the chosen swipe. The states the turns led to are unknown, so each has the
// scenario's first state.
#pragma once

#include "agents/turn/content/chat.hpp"
#include "agents/turn/store/rows/story_rows.hpp"

namespace artifactd::turn {

inline constexpr std::size_t most_past_turns = 10'000;

/// Fault::too_large for a chat of more turns than that.
[[nodiscard]] Result<void> judge_length(std::size_t turns);

struct ChatHistory {
  Past past;
  std::size_t unanswered = 0; ///< the user's last messages that have no answer; they are left out
};

/// Consecutive messages of the user become one text, consecutive answers one narration; if several speakers
/// answer, each answer begins with a name. {{char}} and {{user}} are those of `story`. Times never go back,
/// and none is later than `now`. Fault::too_large for more than most_past_turns.
[[nodiscard]] Result<ChatHistory> history_of(Chat const& chat, Frozen const& story, Time now);

} // namespace artifactd::turn
