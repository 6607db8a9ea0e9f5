#include "daemon/commands/inbox/inbox_screen.hpp"

#include "daemon/commands/inbox/inbox_words.hpp"
#include "daemon/terminal/text_window.hpp"
#include "state/settle/attempts.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace artifactd {

namespace {

constexpr int all_rows = 1'000'000; ///< more rows than there are
constexpr std::size_t longest_filter = 80;

/// In lines; a page keeps one of the previous lines visible.
int step_of(Key const& key, ScreenSize room) {
  auto const page = static_cast<int>(std::clamp<std::size_t>(room.height, 2, all_rows)) - 1;
  if (key.kind == Key::Kind::up || key.text == "k") return -1;
  if (key.kind == Key::Kind::page_up) return -page;
  if (key.kind == Key::Kind::page_down) return page;
  if (key.text == "g" || key.text == "G") return key.text == "g" ? -all_rows : all_rows;
  return key.kind == Key::Kind::down || key.text == "j" ? 1 : 0;
}

/// The effect of a key on a line being typed.
void edit_line(std::string& line, Key const& key, std::size_t longest) {
  if (key.kind == Key::Kind::text && line.size() + key.text.size() <= longest) line += key.text;
  if (key.kind != Key::Kind::backspace || line.empty()) return;
  while (line.size() > 1 && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U)
    line.pop_back();
  line.pop_back();
}

} // namespace

void InboxScreen::show(std::vector<InboxItem> items, std::size_t strange) {
  strange_ = strange;
  for (auto& item : items) {
    for (auto* text : {&item.root, &item.session, &item.signal, &item.age, &item.reason, &item.code})
      *text = in_charset(printable(*text), charset_);
    for (auto& line : item.details)
      line = in_charset(printable(line), charset_);
  }
  auto const title = list_.current() == nullptr ? std::string() : list_.current()->title;
  list_.show(std::move(items));
  auto const* now = list_.current();
  if (now != nullptr && now->title == title) {
    if (!in_list() && station_ != Station::hint_input) station_ = now->station;
    return;
  }
  scroll_ = 0;
  station_ = Station::closed;
  asked_.reset();
}

Wish InboxScreen::press(Key const& key, ScreenSize size) {
  if (key.kind == Key::Kind::leave) return Wish::leave;
  if (key.kind == Key::Kind::other) return Wish::nothing;
  if (key.kind == Key::Kind::resized) return Wish::look_again;
  auto const room = room_in(size);
  notice_.clear();
  if (asked_) return answer(key);
  if (mode_ == Mode::help) return mode_ = Mode::keys, Wish::nothing;
  if (mode_ == Mode::filter) return press_in_filter(key);
  if (station_ == Station::hint_input) return press_in_hint(key);
  if (key.text == "?") return mode_ = Mode::help, Wish::nothing;
  return in_list() ? press_in_list(key, room) : press_in_item(key, room);
}

Wish InboxScreen::answer(Key const& key) {
  auto const asked = *std::exchange(asked_, std::nullopt);
  if (key.text != "y") return Wish::nothing;
  if (!in_list()) station_ = next(station_, asked, circumstances()).value_or(station_);
  if (asked == Happening::fresh) return Wish::fresh;
  return asked == Happening::abandon ? Wish::abandon : Wish::cancel;
}

Wish InboxScreen::escape_from_list() {
  if (list_.marked().empty() && list_.filter().empty()) return Wish::leave;
  list_.unmark();
  list_.narrow("");
  return Wish::nothing;
}

/// Returns whether the key was about the list itself.
bool InboxScreen::arrange_list(Key const& key, ScreenSize room) {
  if (auto const step = step_of(key, room); step != 0)
    list_.move(step);
  else if (key.text == " ")
    list_.mark();
  else if (key.text == "c")
    list_.mark_alike();
  else if (key.text == "s")
    list_.sort();
  else if (key.text == "/")
    mode_ = Mode::filter;
  else
    return false;
  return true;
}

Wish InboxScreen::press_in_list(Key const& key, ScreenSize room) {
  if (key.kind == Key::Kind::escape) return escape_from_list();
  if (key.text == "q") return Wish::leave;
  if (arrange_list(key, room)) return Wish::nothing;
  auto const wanted = happening_of(key);
  if (list_.current() == nullptr || (!wanted && key.kind != Key::Kind::enter)) return Wish::nothing;
  if (wanted && bulk()) return wish_for_marked(*wanted);
  station_ = list_.current()->station;
  scroll_ = 0;
  return wanted ? wish_for(*wanted) : Wish::nothing;
}

Wish InboxScreen::wish_for_marked(Happening happening) {
  if (happening == Happening::fresh || happening == Happening::abandon)
    asked_ = happening;
  else
    notice_ = "only r and x apply to marked ones; Esc removes the marks";
  return Wish::nothing;
}

Wish InboxScreen::press_in_item(Key const& key, ScreenSize room) {
  if (auto const step = step_of(key, room); step != 0) {
    auto const most = static_cast<std::ptrdiff_t>(TextWindow(list_.current()->details, room).furthest());
    auto const now = std::min(static_cast<std::ptrdiff_t>(scroll_), most);
    scroll_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + step, 0, most));
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
  edit_line(typed_, key, longest_hint);
  auto const meant = key.kind == Key::Kind::enter    ? std::optional(Happening::enter)
                     : key.kind == Key::Kind::escape ? std::optional(Happening::escape)
                                                     : std::nullopt;
  auto const to = meant ? next(station_, *meant, circumstances()) : std::nullopt;
  if (!to) return Wish::nothing;
  station_ = *to;
  return meant == Happening::enter ? Wish::hint : Wish::nothing;
}

Wish InboxScreen::press_in_filter(Key const& key) {
  auto text = key.kind == Key::Kind::escape ? std::string() : list_.filter();
  edit_line(text, key, longest_filter);
  list_.narrow(std::move(text));
  if (key.kind == Key::Kind::enter || key.kind == Key::Kind::escape) mode_ = Mode::keys;
  return Wish::nothing;
}

std::vector<std::size_t> InboxScreen::chosen() const {
  return bulk() ? list_.marked() : std::vector{list_.index()};
}

Circumstances InboxScreen::circumstances() const {
  auto now = list_.current() == nullptr ? Circumstances{} : list_.current()->circumstances;
  now.text = typed_.find_first_not_of(' ') != typed_.npos;
  return now;
}

/// Between the title with a blank line and the footers.
ScreenSize InboxScreen::room_in(ScreenSize size) const {
  std::size_t const typing = station_ == Station::hint_input || mode_ == Mode::filter ? 1 : 0;
  auto const frame = 2 + typing + (notice_.empty() ? 0 : 1) + 1;
  return {size.width, size.height - std::min(size.height, frame)};
}

/// Without a cursor, its index is beyond the lines.
InboxList::Lines InboxScreen::body(ScreenSize room) const {
  InboxList::Lines body;
  if (mode_ == Mode::help)
    body.text.assign(help_lines().begin(), help_lines().end());
  else if (!in_list())
    body.text = TextWindow(list_.current()->details, room).lines(scroll_);
  else if (list_.shown() > 0)
    return list_.lines(room, charset_);
  else if (list_.size() > 0)
    body.text = {"  Nothing contains that text. Esc shows all again."};
  else
    body.text = {strange_ == 0 ? "  Nothing waits for a person."
                               : "  No work is refused. What else waits: artifactctl inbox --list"};
  body.cursor = room.height;
  return body;
}

std::string InboxScreen::title() const {
  if (mode_ == Mode::help) return "inbox: keys";
  auto const* item = list_.current();
  if (!in_list())
    return fmt::format("{}  {}", in_charset(printable(item->title), charset_), station_phrase(station_));
  auto text = fmt::format("inbox: {} refused, by {}", list_.size(), order_word(list_.order()));
  if (!list_.filter().empty())
    text += fmt::format(", {} with \"{}\"", list_.shown(), in_charset(printable(list_.filter()), charset_));
  if (auto const marked = list_.marked().size(); marked > 0) text += fmt::format(", {} marked", marked);
  if (strange_ > 0) text += fmt::format("; {} more to look at: inbox --list", strange_);
  return text;
}

std::string InboxScreen::question() const {
  constexpr std::string_view answers = "[y] yes  [any other key] no";
  auto const count = chosen().size();
  if (asked_ == Happening::cancel)
    return fmt::format("End the agent's run? It counts as an attempt. {}", answers);
  if (asked_ == Happening::fresh)
    return fmt::format("Submit {} again, with all attempts? {}", count, answers);
  return bulk() ? fmt::format("Abandon {}? Their files stay as they are. {}", count, answers)
                : fmt::format("Abandon it? Its files stay as they are. {}", answers);
}

/// How to leave and how to get help come first, so that they are visible on the narrowest screen.
std::vector<std::string> InboxScreen::offers(ScreenSize room) const {
  if (asked_) return {question()};
  if (mode_ == Mode::help) return {"[any key] back"};
  if (mode_ == Mode::filter) return {"[Esc] show all again", "[Enter] keep"};
  if (bulk()) {
    auto const count = chosen().size();
    return {"[q] leave",
            "[?] help",
            "[Esc] unmark",
            fmt::format("[r] retry {} fresh", count),
            fmt::format("[x] abandon {}", count),
            "[Space] mark",
            "[c] mark same code"};
  }
  std::vector<std::string> words{in_list() ? "[q] leave" : "[Esc] back", "[?] help"};
  if (station_ == Station::hint_input) words = {"[Esc] back"};
  if (in_list() && list_.current() != nullptr) words.insert(words.end(), {"[j/k] move", "[Enter] details"});
  auto const opened = !in_list() && station_ != Station::hint_input;
  auto const cancels = next(station_, Happening::cancel, circumstances()).has_value();
  if (cancels) words = {"[q] back", "[?] help", std::string(offer_word(Happening::cancel))};
  if (auto const place = opened ? TextWindow(list_.current()->details, room).place(scroll_) : "";
      !place.empty())
    words.push_back("[j/k] " + place);
  auto const where = in_list() && list_.current() != nullptr ? list_.current()->station : station_;
  for (auto each : offered(where, circumstances()))
    if (each != Happening::escape && each != Happening::cancel) words.emplace_back(offer_word(each));
  if (in_list() && list_.size() > 0) words.insert(words.end(), {"[/] filter", "[s] sort", "[Space] mark"});
  return words;
}

std::vector<std::string> InboxScreen::footers(ScreenSize room) const {
  auto const typing = [&](std::string_view label, std::string_view text) {
    auto const left = room.width - std::min(room.width, label.size() + 3);
    auto const shown = in_charset(printable(text), charset_);
    return fmt::format("{}: {}_", label, end_of(shown, left)); // the end is where the person types
  };
  std::vector<std::string> lines;
  if (station_ == Station::hint_input) lines.push_back(typing("hint", typed_));
  if (mode_ == Mode::filter) lines.push_back(typing("filter", list_.filter()));
  if (!notice_.empty()) lines.push_back(in_charset(printable(notice_), charset_));
  lines.push_back(words_that_fit(offers(room), room.width));
  return lines;
}

std::vector<std::string> InboxScreen::render(ScreenSize size, Colour colour) const {
  auto const room = room_in(size);
  auto const below = footers(room);
  auto shown = body(room);
  shown.text.resize(room.height);
  std::vector<std::string> lines{painted(colour, "1", fitted(title(), size.width, charset_)), ""};
  for (std::size_t i = 0; i < shown.text.size(); ++i) {
    auto line = fitted(shown.text[i], size.width, charset_);
    lines.push_back(i == shown.cursor ? painted(colour, "7", line) : std::move(line));
  }
  for (auto const& line : below)
    lines.push_back(painted(colour, "2", fitted(line, size.width, charset_)));
  while (lines.size() > size.height) // the available keys matter most
    lines.erase(lines.begin());
  return lines;
}

} // namespace artifactd
