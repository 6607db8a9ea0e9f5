// A chat as SillyTavern keeps it: JSON lines, the first one the header. A value; nothing is judged by rules
// of a story.
//
// A line that cannot be read is a warning with its number, and the rest is kept: the file stays where it is,
// and nobody wants to lose two thousand messages for one that an editor or a full disk damaged. A header that
// cannot be read is an error, since nobody knows then who speaks; so is a chat without one sound message, or
// with more than a thousand damaged lines.
#pragma once

#include "agents/turn/content/content_text.hpp"
#include "agents/turn/story.hpp"

#include <optional>

namespace artifactd::turn {

inline constexpr std::size_t largest_chat = 64 << 20; ///< bytes
inline constexpr std::size_t most_chat_messages = 50'000;

struct ChatReply {
  std::string name;                  ///< who speaks: in a group not always the same
  std::string text;                  ///< the swipe that was chosen
  std::vector<std::string> swipes{}; ///< all of them, the chosen one included; empty where there is one
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
  std::string main_chat{};        ///< of a branch: the chat it left; empty otherwise
  std::vector<ChatReply> opening; ///< what was said before the user spoke
  std::vector<ChatTurn> turns;
};

struct ChatRead {
  std::optional<Chat> chat;
  std::vector<Finding> findings;
};

/// Whether the first line is such a header.
[[nodiscard]] bool is_chat(std::string_view bytes);

/// Lines of the system (`is_system`) are read over. A date that cannot be read is that of the line before.
[[nodiscard]] ChatRead read_chat(std::string_view file, std::string_view bytes);

/// ISO 8601, seconds or milliseconds since the epoch, "January 1, 2024 1:02pm", "2024-1-1 @13h 02m 03s 4ms".
/// Without a zone it is UTC. Years 1970 to 9999.
[[nodiscard]] std::optional<Time> chat_time(Json const& written);

} // namespace artifactd::turn
