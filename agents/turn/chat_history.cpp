#include "agents/turn/chat_history.hpp"

#include "agents/turn/content/macros.hpp"
#include "agents/turn/content/told_story.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace artifactd::turn {

namespace {

constexpr std::string_view between_messages = "\n\n";

bool many_speak(Chat const& chat) {
  std::set<std::string_view> names;
  for (auto const& reply : chat.opening)
    names.insert(reply.name);
  for (auto const& turn : chat.turns)
    for (auto const& reply : turn.replies)
      names.insert(reply.name);
  return names.size() > 1;
}

class PastReading {
public:
  PastReading(Chat const& chat, Frozen const& story, Time now)
      : chat_(chat), names_(spoken_names(story)), with_speakers_(many_speak(chat)), now_(now) {}

  Result<ChatHistory> read() {
    history_.past.opening = told(chat_.opening);
    history_.past.begun = moment(chat_.opening.empty() ? chat_.created : chat_.opening.front().send_date);
    std::string said;
    for (auto const& turn : chat_.turns) {
      add(said, named(turn.user_text));
      ++history_.unanswered;
      if (!turn.replies.empty()) take(turn, std::exchange(said, {}));
    }
    TRY(judge_length(history_.past.turns.size()));
    return std::move(history_);
  }

private:
  void take(ChatTurn const& turn, std::string said) {
    Json imported = {{"from", "chat"}};
    auto swipes = Json::array();
    for (auto const& reply : turn.replies)
      for (auto const& swipe : reply.swipes)
        if (swipe != reply.text) swipes.push_back(swipe);
    if (!swipes.empty()) imported["other_swipes"] = std::move(swipes);
    history_.past.turns.push_back({.text = std::move(said),
                                   .narration = told(turn.replies),
                                   .at = moment(turn.replies.back().send_date),
                                   .imported = std::move(imported)});
    history_.unanswered = 0;
  }

  [[nodiscard]] std::string told(std::vector<ChatReply> const& replies) const {
    std::string text;
    for (auto const& reply : replies)
      add(text, (with_speakers_ ? reply.name + ": " : std::string()) + named(reply.text));
    return text;
  }
  [[nodiscard]] std::string named(std::string const& text) const {
    return with_names(text, {names_.character, names_.user});
  }
  static void add(std::string& all, std::string const& text) {
    if (!all.empty() && !text.empty()) all += between_messages;
    all += text;
  }
  /// Never before the previous moment. A chat without a date is as old as the story.
  Time moment(Time written) {
    latest_ = std::max(latest_, written == 0 ? now_ : std::min(written, now_));
    return latest_;
  }

  Chat const& chat_;
  SpokenNames names_;
  bool with_speakers_;
  Time now_;
  Time latest_ = 0;
  ChatHistory history_;
};

} // namespace

Result<void> judge_length(std::size_t turns) {
  if (turns <= most_past_turns) return {};
  return fail(Fault::too_large,
              fmt::format("the chat has {} turns, a story can begin with {}: cut off its beginning", turns,
                          most_past_turns));
}

Result<ChatHistory> history_of(Chat const& chat, Frozen const& story, Time now) {
  return PastReading(chat, story, now).read();
}

} // namespace artifactd::turn
