#include "daemon/commands/status/watch_screen.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <initializer_list>
#include <ranges>

namespace artifactd {

namespace {

constexpr std::size_t least_for_boards = 12; ///< lines of a terminal
constexpr std::size_t least_for_summary = 4;
constexpr auto moment = std::chrono::milliseconds(1500); ///< a finished line stays visible this long

using Frames = std::array<std::string_view, 4>;
constexpr Frames round_frames = {"◐", "◓", "◑", "◒"};
constexpr Frames ascii_frames = {"|", "/", "-", "\\"};

constexpr std::string_view done_colour = "32";

struct Mark {
  std::string_view sign;
  std::string_view colour;
};

Mark mark_of(ActivityEvent const& event, Charset charset, unsigned frame) {
  auto utf8 = charset == Charset::utf8;
  if (event.escalated) return {utf8 ? "✗" : "x", "31"};
  if (event.what == "merged" || event.what == "unchanged" || event.what == "completed")
    return {utf8 ? "✓" : "+", done_colour};
  if (event.what == "failed") return {utf8 ? "✗" : "x", "31"};
  if (event.over()) return {utf8 ? "–" : "-", "2"};
  if (event.what == "pending") return {utf8 ? "·" : ".", "33"};
  return {(utf8 ? round_frames : ascii_frames)[frame % round_frames.size()], "36"};
}

/// The last component of the session: lines are short.
std::string short_name(std::string const& session) {
  return printable(session.substr(session.rfind('/') + 1));
}

std::string spaced(std::string_view word) {
  std::string text = printable(word);
  for (auto& c : text)
    if (c == '_') c = ' ';
  return text;
}

/// A person may submit more often than attempts were granted.
std::string attempt_text(int attempt, int attempts) {
  return attempts > 0 ? fmt::format("attempt {}/{}", attempt, std::max(attempt, attempts))
                      : fmt::format("attempt {}", attempt);
}

} // namespace

std::string activity_phrase(ActivityEvent const& event) {
  auto text = spaced(event.what);
  if (event.attempt > 0) text += ", " + attempt_text(event.attempt, event.attempts);
  if (event.escalated) text += ", a person has to look";
  if (event.what == "refused" && !event.escalated && event.attempt > 0)
    text += fmt::format("; waiting for {}", attempt_text(event.attempt + 1, event.attempts));
  if (!event.reason.empty()) text += ": " + printable(event.reason);
  if (!event.text.empty()) text += ": " + printable(event.text);
  return text;
}

std::string activity_line(ActivityEvent const& event) {
  auto line = fmt::format("{}  {}  {}  {}", iso8601(event.wall_ns), printable(event.session),
                          printable(event.signal()), activity_phrase(event));
  if (event.what == "refused" && !event.error.empty()) line += fmt::format(" ({})", printable(event.error));
  for (auto const& each : event.board)
    line += "\n    " + printable(each);
  return line;
}

void WatchScreen::take(ActivityEvent event, Moment now) {
  auto key = std::pair(event.session, event.signal());
  if (event.what == "gone" || event.what == "vanished") {
    rows_.erase(key);
    return;
  }
  count(event);
  auto& row = rows_[key];
  row.finished = event.over() ? std::optional(now) : std::nullopt;
  row.last = std::move(event);
}

void WatchScreen::count(ActivityEvent const& event) {
  newest_ns_ = std::max(newest_ns_, event.wall_ns);
  if (counted_until_ns_ != 0 && event.wall_ns <= counted_until_ns_) return;
  if (mark_of(event, style_.charset, 0).colour == done_colour) ++seen_.merged;
  if (event.what == "refused") ++seen_.refused;
  if (event.escalated) ++seen_.escalated;
}

std::vector<std::string> WatchScreen::scrolled(Moment now, ScreenSize size) {
  std::vector<std::string> lines;
  for (auto entry = rows_.begin(); entry != rows_.end();) {
    auto const& row = entry->second;
    if (!row.finished || now - *row.finished < moment) {
      ++entry;
      continue;
    }
    lines.push_back(line(row, size, 0));
    for (auto const& each : row.last.board)
      lines.push_back(below(each, size));
    if (row.last.escalated && !row.last.error.empty()) lines.push_back(below(row.last.error, size));
    entry = rows_.erase(entry);
  }
  return lines;
}

/// The newest that fit, the newest last.
std::vector<WatchScreen::Rows::const_iterator> WatchScreen::chosen(std::size_t room, Boards boards) const {
  std::vector<Rows::const_iterator> rows;
  for (auto row = rows_.begin(); row != rows_.end(); ++row)
    rows.push_back(row);
  std::ranges::stable_sort(rows, {}, [](auto row) { return row->second.last.wall_ns; });
  std::size_t lines = 0;
  auto const too_old = std::ranges::find_if(
      rows | std::views::reverse, [&](auto row) { return (lines += row->second.height(boards)) > room; });
  rows.erase(rows.begin(), too_old.base());
  return rows;
}

std::vector<std::string> WatchScreen::live(ScreenSize size, unsigned frame) const {
  std::vector<std::string> lines;
  auto const boards = size.height < least_for_boards ? Boards::hidden : Boards::shown;
  auto const summarized = size.height >= least_for_summary;
  auto const rows = chosen(size.height > 2 ? size.height - 2 : 1, boards); // for the summary and the cursor
  if (summarized)
    lines.push_back(painted(style_.colour, "1",
                            fitted(summary(rows_.size() - rows.size()), size.width - 1, style_.charset)));
  for (auto const entry : rows) {
    auto const& row = entry->second;
    lines.push_back(line(row, size, frame));
    if (boards == Boards::shown)
      for (auto const& each : row.last.board)
        lines.push_back(below(each, size));
    if (row.shows_error()) lines.push_back(below("previous: " + row.last.error, size));
  }
  return lines;
}

std::string WatchScreen::summary(std::size_t hidden) const {
  std::size_t pending = 0;
  std::size_t refused = 0;
  std::size_t working = 0;
  for (auto const& [key, row] : rows_)
    if (!row.finished)
      ++(row.last.what == "pending" ? pending : row.last.what == "refused" ? refused : working);
  auto const counts = [](std::initializer_list<std::pair<std::size_t, std::string_view>> all) {
    std::vector<std::string> words;
    for (auto const& [count, word] : all)
      if (count > 0) words.push_back(fmt::format("{} {}", count, word));
    return fmt::format("{}", fmt::join(words, ", "));
  };
  auto text = counts({{working, "at work"}, {pending, "pending"}, {refused, "refused"}});
  if (text.empty()) text = "nothing is at work";
  auto const seen =
      counts({{seen_.merged, "merged"}, {seen_.refused, "refused"}, {seen_.escalated, "for a person"}});
  if (!seen.empty()) text += "; so far " + seen;
  if (hidden > 0) text += fmt::format("; {} older ones not shown", hidden);
  return text;
}

bool WatchScreen::Row::shows_error() const noexcept {
  return !last.error.empty() && last.what != "merged" && last.what != "unchanged";
}

std::size_t WatchScreen::Row::height(Boards boards) const noexcept {
  return 1 + (boards == Boards::shown ? last.board.size() : 0) + (shows_error() ? 1 : 0);
}

std::string WatchScreen::below(std::string const& text, ScreenSize size) const {
  return fitted("    " + in_charset(printable(text), style_.charset), size.width - 1, style_.charset);
}

std::string WatchScreen::line(Row const& row, ScreenSize size, unsigned frame) const {
  auto mark = mark_of(row.last, style_.charset, frame);
  auto text = fmt::format("{}  {}  {}", printable(row.last.signal()), short_name(row.last.session),
                          activity_phrase(row.last));
  // The mark and its space take two columns, the last one stays free: a full line would wrap.
  auto fits = fitted(in_charset(text, style_.charset), size.width > 3 ? size.width - 3 : 0, style_.charset);
  return painted(style_.colour, mark.colour, mark.sign) + " " + fits;
}

} // namespace artifactd
