#include "daemon/commands/inbox_screen.hpp"

#include "state/names.hpp"
#include "state/settle/attempts.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// The first `width` characters.
std::string cut(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end)
    if (starts_character(text[end]) && seen++ == width) break;
  return std::string(text.substr(0, end));
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

/// In lines of at most `width` characters.
void add_wrapped(std::vector<std::string>& lines, std::string_view text, std::size_t width) {
  do {
    lines.push_back(cut(text, width));
    text.remove_prefix(lines.back().size());
  } while (!text.empty() && width > 0);
}

std::optional<Happening> happening_of(Key const& key) {
  if (key.kind == Key::Kind::escape) return Happening::escape;
  if (key.kind != Key::Kind::text) return std::nullopt;
  if (key.text == "h") return Happening::hint;
  if (key.text == "e") return Happening::edit;
  if (key.text == "r") return Happening::fresh;
  if (key.text == "x") return Happening::abandon;
  return key.text == "q" ? std::optional(Happening::escape) : std::nullopt;
}

std::string_view offer_word(Happening happening) {
  switch (happening) {
  case Happening::hint:
    return "[h] hint";
  case Happening::edit:
    return "[e] edit";
  case Happening::fresh:
    return "[r] retry fresh";
  case Happening::abandon:
    return "[x] abandon";
  case Happening::cancel:
    return "[Esc] cancel the run";
  case Happening::enter:
    return "[Enter] send";
  case Happening::escape:
    return "[Esc] back";
  default:
    return "";
  }
}

int step_of(Key const& key) {
  if (key.kind == Key::Kind::up || key.text == "k") return -1;
  return key.kind == Key::Kind::down || key.text == "j" ? 1 : 0;
}

} // namespace

void InboxScreen::show(std::vector<InboxItem> items, std::size_t strange) {
  strange_ = strange;
  auto title = items_.empty() ? std::string() : items_[cursor_].title;
  items_ = std::move(items);
  auto same = std::ranges::find(items_, title, &InboxItem::title);
  if (same != items_.end()) {
    cursor_ = static_cast<std::size_t>(same - items_.begin());
    if (station_ != Station::closed && station_ != Station::hint_input) station_ = same->station;
    return;
  }
  cursor_ = std::min(cursor_, items_.empty() ? 0 : items_.size() - 1);
  scroll_ = 0;
  station_ = Station::closed;
  asked_.reset();
}

Wish InboxScreen::press(Key const& key) {
  if (key.kind == Key::Kind::leave) return Wish::leave;
  if (key.kind == Key::Kind::other) return Wish::nothing;
  if (key.kind == Key::Kind::resized) return Wish::look_again;
  notice_.clear();
  if (asked_) return answer(key);
  if (station_ == Station::hint_input) return press_in_hint(key);
  return station_ == Station::closed ? press_in_list(key) : press_in_item(key);
}

Wish InboxScreen::answer(Key const& key) {
  auto const asked = *std::exchange(asked_, std::nullopt);
  if (key.text != "y") return Wish::nothing;
  station_ = next(station_, asked, circumstances()).value_or(station_);
  return asked == Happening::abandon ? Wish::abandon : Wish::cancel;
}

Wish InboxScreen::press_in_list(Key const& key) {
  auto wanted = happening_of(key);
  if (wanted == Happening::escape) return Wish::leave;
  if (auto step = step_of(key); step != 0) {
    move(step);
    return Wish::nothing;
  }
  if (items_.empty() || (!wanted && key.kind != Key::Kind::enter)) return Wish::nothing;
  station_ = items_[cursor_].station;
  scroll_ = 0;
  return wanted ? wish_for(*wanted) : Wish::nothing;
}

Wish InboxScreen::press_in_item(Key const& key) {
  if (auto step = step_of(key); step != 0) {
    scroll_ = step > 0 ? scroll_ + 1 : scroll_ - std::min<std::size_t>(scroll_, 1);
    scroll_ = std::min(scroll_, items_[cursor_].details.size());
    return Wish::nothing;
  }
  auto wanted = happening_of(key);
  if (key.kind == Key::Kind::escape && next(station_, Happening::cancel, circumstances()))
    wanted = Happening::cancel;
  return wanted ? wish_for(*wanted) : Wish::nothing;
}

Wish InboxScreen::wish_for(Happening happening) {
  auto to = next(station_, happening, circumstances());
  if (!to) {
    notice_ = happening == Happening::edit ? "no editor: set VISUAL or EDITOR" : "not possible here";
    return Wish::nothing;
  }
  if (happening == Happening::abandon || happening == Happening::cancel) {
    asked_ = happening;
    return Wish::nothing;
  }
  station_ = *to;
  typed_.clear();
  if (happening == Happening::edit) return Wish::edit;
  return happening == Happening::fresh ? Wish::fresh : Wish::nothing;
}

Wish InboxScreen::press_in_hint(Key const& key) {
  if (key.kind == Key::Kind::text && typed_.size() + key.text.size() <= longest_hint) typed_ += key.text;
  if (key.kind == Key::Kind::backspace && !typed_.empty()) {
    while (!starts_character(typed_.back()))
      typed_.pop_back();
    typed_.pop_back();
  }
  auto entered = key.kind == Key::Kind::enter;
  if (!entered && key.kind != Key::Kind::escape) return Wish::nothing;
  auto to = next(station_, entered ? Happening::enter : Happening::escape, circumstances());
  if (!to) notice_ = "a hint has to say something";
  station_ = to.value_or(station_);
  return to && entered ? Wish::hint : Wish::nothing;
}

void InboxScreen::move(int by) {
  if (by < 0 && cursor_ > 0) --cursor_;
  if (by > 0 && cursor_ + 1 < items_.size()) ++cursor_;
}

Circumstances InboxScreen::circumstances() const {
  auto now = items_.empty() ? Circumstances{} : items_[cursor_].circumstances;
  now.text = typed_.find_first_not_of(' ') != typed_.npos;
  return now;
}

std::vector<std::string> InboxScreen::list_lines(ScreenSize room) const {
  std::vector<std::string> lines;
  if (items_.empty())
    lines.emplace_back(strange_ == 0 ? "  Nothing waits for a person."
                                     : "  No work is refused. What else waits: artifactctl inbox --list");
  auto first = cursor_ < room.height ? 0 : cursor_ - room.height + 1;
  for (auto i = first; i < items_.size() && lines.size() < room.height; ++i)
    lines.push_back(fmt::format("{} {}  {}", i == cursor_ ? ">" : " ", printable(items_[i].title),
                                printable(items_[i].summary)));
  return lines;
}

std::vector<std::string> InboxScreen::item_lines(ScreenSize room) const {
  auto const& item = items_[cursor_];
  std::vector<std::string> lines;
  for (auto const& line : item.details)
    add_wrapped(lines, printable(line), room.width);
  auto hidden = std::min(scroll_, lines.size() - std::min(lines.size(), room.height));
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(hidden));
  return lines;
}

std::string InboxScreen::footer() const {
  if (asked_ == Happening::abandon)
    return "Abandon it? Its files stay as they are. [y] yes  [any other key] no";
  if (asked_) return "End the agent's run? It counts as an attempt. [y] yes  [any other key] no";
  std::vector<std::string_view> words;
  if (station_ == Station::closed) {
    words = {"[j/k] move", "[Enter] details"};
    if (items_.empty()) words.clear();
    for (auto each : items_.empty() ? std::vector<Happening>()
                                    : offered(items_[cursor_].station, items_[cursor_].circumstances))
      if (each != Happening::escape && each != Happening::cancel) words.push_back(offer_word(each));
    words.emplace_back("[q] leave");
  } else {
    auto const cancels = next(station_, Happening::cancel, circumstances());
    for (auto each : offered(station_, circumstances()))
      words.push_back(each == Happening::escape && cancels ? "[q] back" : offer_word(each));
  }
  return fmt::format("{}", fmt::join(words, "  "));
}

std::vector<std::string> InboxScreen::render(ScreenSize size, Colour colour) const {
  auto painted = [&](char const* code, std::string text) {
    return colour == Colour::on ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  };
  auto oddities = strange_ == 0 ? std::string() : fmt::format("; {} oddities: see inbox --list", strange_);
  auto opened = station_ != Station::closed && !items_.empty();
  auto title = opened ? fmt::format("{}  {}", printable(items_[cursor_].title), station_word(station_))
                      : fmt::format("inbox: {} refused{}", items_.size(), oddities);
  auto footers = std::vector<std::string>();
  if (station_ == Station::hint_input) {
    auto room = size.width > 8 ? size.width - 8 : 0;
    auto text = std::string_view(typed_);
    while (characters(text) > room) // the end is where one types
      text.remove_prefix(cut(text, 1).size());
    footers.push_back(fmt::format("hint: {}_", printable(text)));
  }
  if (!notice_.empty()) footers.push_back(printable(notice_));
  footers.push_back(footer());
  auto frame = 2 + footers.size(); // title, blank line
  ScreenSize room{size.width, size.height > frame ? size.height - frame : 0};
  auto body = opened ? item_lines(room) : list_lines(room);
  body.resize(room.height);
  std::vector<std::string> lines{painted("1", cut(title, size.width)), ""};
  auto marked = opened ? body.size() : std::min(cursor_, room.height == 0 ? 0 : room.height - 1);
  for (std::size_t i = 0; i < body.size(); ++i) {
    auto line = cut(body[i], size.width);
    lines.push_back(i == marked && !items_.empty() ? painted("7", std::move(line)) : std::move(line));
  }
  for (auto const& line : footers)
    lines.push_back(painted("2", cut(line, size.width)));
  while (lines.size() > size.height) // what can be pressed matters most
    lines.erase(lines.begin());
  return lines;
}

} // namespace artifactd
