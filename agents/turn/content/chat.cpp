#include "agents/turn/content/chat.hpp"

#include "agents/turn/content/content_finding.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t most_told = 100; // damaged lines
constexpr std::size_t most_damaged = 1000;

struct ChatLine {
  std::size_t number;
  std::size_t begin; ///< byte offset in the file
  std::string_view text;
};

/// Reads the text line by line, skipping blank lines.
class ChatLines {
public:
  explicit ChatLines(std::string_view bytes) : bytes_(bytes) {}

  std::optional<ChatLine> next() {
    while (at_ < bytes_.size()) {
      auto const end = std::min(bytes_.find('\n', at_), bytes_.size());
      ChatLine const line{++number_, at_, trimmed(bytes_.substr(at_, end - at_))};
      at_ = end + 1;
      if (!line.text.empty()) return line;
    }
    return std::nullopt;
  }

private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t number_ = 0;
};

bool is_header(Json const& json) {
  return json.is_object() && !json.contains("mes") &&
         (json.contains("chat_metadata") || (json.contains("user_name") && json.contains("character_name")));
}

class ChatReading {
public:
  ChatReading(std::string_view file, std::string_view bytes) : file_(file), bytes_(bytes) {}

  ChatRead read();

private:
  bool read_header(ChatLine const& line);
  void read_message(ChatLine const& line);
  void take(Json const& message);
  [[nodiscard]] std::optional<Json> value_of(ChatLine const& line, std::string& why) const;
  Finding finding(ChatLine const& line, std::string message, std::string found) const;
  void damaged(ChatLine const& line, std::string const& why);
  ChatRead refused(Finding finding);

  std::string_view file_;
  std::string_view bytes_;
  Chat chat_;
  Time last_ = 0; ///< of the previous line
  std::size_t damaged_ = 0;
  std::size_t sound_ = 0;
  std::vector<Finding> findings_;
};

Finding ChatReading::finding(ChatLine const& line, std::string message, std::string found) const {
  auto made =
      file_finding("turn.chat", file_, line.begin,
                   {.message = std::move(message),
                    .expected = "one JSON object per line",
                    .found = std::move(found),
                    .hint = "Restore the chat from one of SillyTavern's backups if the line matters."});
  made.line = line.number;
  made.column = 1;
  return made;
}

ChatRead ChatReading::refused(Finding finding) {
  findings_.push_back(std::move(finding));
  return {std::nullopt, std::move(findings_)};
}

void ChatReading::damaged(ChatLine const& line, std::string const& why) {
  if (++damaged_ > most_told) return;
  auto made = finding(
      line, fmt::format("the message on line {} cannot be read and is left out: {}", line.number, why),
      shown_text(line.text));
  made.severity = Severity::warning;
  findings_.push_back(std::move(made));
}

std::optional<Json> ChatReading::value_of(ChatLine const& line, std::string& why) const {
  auto text = read_content(file_, line.text, Format::json);
  if (text) return std::move(text->value);
  why = text.error().front().message;
  return std::nullopt;
}

bool ChatReading::read_header(ChatLine const& line) {
  std::string why = "it has neither user_name nor chat_metadata";
  auto const json = value_of(line, why);
  if (!json || !is_header(*json)) {
    findings_.push_back(finding(line, fmt::format("the first line is not the header of a chat: {}", why),
                                shown_text(line.text)));
    return false;
  }
  chat_.user_name = text_member(*json, "user_name");
  chat_.character_name = text_member(*json, "character_name");
  chat_.created = json->contains("create_date") ? chat_time((*json)["create_date"]).value_or(0) : 0;
  if (json->contains("chat_metadata")) chat_.main_chat = text_member((*json)["chat_metadata"], "main_chat");
  last_ = chat_.created;
  return true;
}

void ChatReading::take(Json const& message) {
  if (message.value("is_system", Json()) == true) return;
  last_ = chat_time(message.value("send_date", Json())).value_or(last_);
  if (message.value("is_user", Json()) == true) {
    chat_.turns.push_back({.user_text = text_member(message, "mes"), .replies = {}, .send_date = last_});
    return;
  }
  ChatReply reply{
      .name = text_member(message, "name"), .text = text_member(message, "mes"), .send_date = last_};
  if (auto swipes = texts_of(message, "swipes"); swipes.size() > 1) reply.swipes = std::move(swipes);
  auto& replies = chat_.turns.empty() ? chat_.opening : chat_.turns.back().replies;
  replies.push_back(std::move(reply));
}

void ChatReading::read_message(ChatLine const& line) {
  std::string why;
  auto const json = value_of(line, why);
  if (!json) return damaged(line, why);
  if (!json->is_object() || !json->contains("mes") || !(*json)["mes"].is_string())
    return damaged(line, "it has no text \"mes\"");
  ++sound_;
  take(*json);
}

ChatRead ChatReading::read() {
  ChatLines lines(bytes_);
  auto line = lines.next();
  ChatLine const start{1, 0, bytes_.substr(0, 0)};
  if (bytes_.size() > largest_chat)
    return refused(finding(start, fmt::format("the chat is too large: at most {} bytes", largest_chat),
                           fmt::format("{} bytes", bytes_.size())));
  if (!line) return refused(finding(start, "the chat is empty", "nothing"));
  if (!read_header(*line)) return {std::nullopt, std::move(findings_)};
  while ((line = lines.next())) {
    read_message(*line);
    if (sound_ > most_chat_messages)
      return refused(
          finding(*line, "the chat is too long", fmt::format("more than {} messages", most_chat_messages)));
    if (damaged_ > most_damaged)
      return refused(
          finding(*line, "this does not look like a chat", fmt::format("{} damaged lines", damaged_)));
  }
  if (sound_ == 0 && damaged_ > 0)
    return refused(
        finding(start, "no message of the chat can be read", fmt::format("{} damaged lines", damaged_)));
  return {std::move(chat_), std::move(findings_)};
}

} // namespace

bool is_chat(std::string_view bytes) {
  auto const line = ChatLines(bytes).next();
  if (!line || !line->text.starts_with('{')) return false;
  auto const text = read_content("", line->text, Format::json);
  return text && is_header(text->value);
}

ChatRead read_chat(std::string_view file, std::string_view bytes) {
  return ChatReading(file, bytes).read();
}

} // namespace artifactd::turn
