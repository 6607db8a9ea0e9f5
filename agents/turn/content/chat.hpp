// A chat in SillyTavern's format: JSON lines, the first one the header. A plain value; no story rules are
// applied.
//
// An unreadable line is a warning with its number, and the rest is kept: an import should not lose two
// thousand messages over one that an editor or a full disk damaged. An unreadable header is an error, since
// it names the speakers; so is a chat with no valid message or more than a thousand damaged lines.
#pragma once

#include "agents/turn/content/content_text.hpp"
#include "agents/turn/story.hpp"

#include <optional>

namespace artifactd::turn {

inline constexpr std::size_t largest_chat = 64 << 20; ///< bytes
inline constexpr std::size_t most_chat_messages = 50'000;

struct ChatReply {
  std::string name;                  ///< the speaker: in a group not always the same
  std::string text;                  ///< the chosen swipe
  std::vector<std::string> swipes{}; ///< all of them, including the chosen one; empty if there is only one
  Time send_date = 0;
};

struct ChatTurn {
  std::string user_text;
  std::vector<ChatReply> replies;
  Time send_date = 0;
};

struct Chat {
  std::string user_name;
  std::string character_name;
  Time created = 0;
  std::string main_chat{};        ///< for a branch: the chat it was branched from; else empty
  std::vector<ChatReply> opening; ///< messages before the user's first one
  std::vector<ChatTurn> turns;
};

struct ChatRead {
  std::optional<Chat> chat;
  std::vector<Finding> findings;
};

/// Whether the first line is a chat header.
[[nodiscard]] bool is_chat(std::string_view bytes);

/// Skips lines of the system (`is_system`). An unreadable date becomes that of the line before.
[[nodiscard]] ChatRead read_chat(std::string_view file, std::string_view bytes);

/// ISO 8601, seconds or milliseconds since the epoch, "January 1, 2024 1:02pm", "2024-1-1 @13h 02m 03s 4ms".
/// UTC unless a zone is given. Years 1970 to 9999.
[[nodiscard]] std::optional<Time> chat_time(Json const& written);

} // namespace artifactd::turn
