// An inbox screen with some items, and keys to press.
#pragma once

#include "daemon/commands/inbox/inbox_screen.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::test {

inline Key letter(char c) {
  return {Key::Kind::text, std::string(1, c)};
}
inline Key const enter{Key::Kind::enter};
inline Key const escape{Key::Kind::escape};

/// "a.kg  s" is the signal a.kg in the session s.
inline InboxItem item(std::string title) {
  auto const gap = title.find("  ");
  return {.title = title,
          .root = "/root",
          .session = gap == title.npos ? "" : title.substr(gap + 2),
          .signal = title.substr(0, gap),
          .age = "3 min",
          .reason = "attempt 3 of 3: x.json:1: no",
          .code = "json.unexpected",
          .details = {"what happened", "attempt 1"},
          .circumstances = {.editor = true}};
}

inline InboxScreen screen_of(std::vector<InboxItem> items) {
  InboxScreen screen;
  screen.show(std::move(items), 0);
  return screen;
}

inline std::string shown(InboxScreen const& screen, ScreenSize size = {100, 12}) {
  std::string all;
  for (auto const& line : screen.render(size, Colour::off))
    all += line + "\n";
  return all;
}

inline void type(InboxScreen& screen, std::string_view text) {
  for (char c : text)
    screen.press(letter(c));
}

} // namespace artifactd::test
