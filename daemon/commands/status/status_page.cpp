#include "daemon/commands/status/status_page.hpp"

#include "daemon/commands/status/status_sections.hpp"
#include "daemon/commands/status/watch_screen.hpp"
#include "daemon/status/board_json.hpp"
#include "state/platform/clock.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <span>
#include <tuple>

namespace artifactd {

namespace {

using Rows = std::span<StuckRow const>;

constexpr std::size_t margin = 4;     ///< before commands
constexpr std::size_t most_aside = 3; ///< items at work and notices, in the brief form

constexpr std::array<std::string_view, actors> headings = {
    "For an operator:", "For a person: artifactctl inbox",
    "For their agents, or a repair by hand: artifactctl retry SESSION NAME",
    "For nobody: goes on by itself, or is ignored:"};
constexpr std::array<std::string_view, actors> count_words = {"for an operator", "for a person",
                                                              "for their agents", "for nobody"};

char const* colour_of(StuckRow const& row) {
  return row.actor == Actor::operators || row.actor == Actor::persons ? "31" : "33";
}

/// The signal without its ending: the word before it says whether it is refused.
std::string brief_name(StuckRow const& row) {
  std::string_view const ending = row.state == StuckRow::State::refused   ? ".lock.error"
                                  : row.state == StuckRow::State::pending ? ".lock"
                                                                          : "";
  return row.file.ends_with(ending) ? row.file.substr(0, row.file.size() - ending.size()) : row.file;
}

/// The rows of one actor, which are adjacent.
Rows rows_for(Rows all, Actor actor) {
  auto const same = std::ranges::equal_range(all, actor, {}, &StuckRow::actor);
  return {same.begin(), same.end()};
}

/// Builds the page line by line.
class Page {
public:
  Page(StatusFound const& found, StatusForm const& form)
      : found_(found), form_(form), brief_(form.detail == StatusOptions::Detail::brief) {}

  std::vector<std::string> lines() {
    head();
    auto page = std::exchange(lines_, {});
    auto const append = [&page](std::vector<std::string>&& lines) {
      page.insert(page.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
    };
    if (brief_) {
      fold(page.size());
      append(std::exchange(lines_, {}));
      page.resize(std::min(page.size(), most_lines()));
    } else {
      for (std::size_t actor = 0; actor < actors; ++actor)
        section(static_cast<Actor>(actor));
      rest(std::string::npos);
      append(std::exchange(lines_, {}));
    }
    return page;
  }

private:
  /// Of the brief form; the prompt comes below it.
  [[nodiscard]] std::size_t most_lines() const { return std::max<std::size_t>(form_.size.height, 2) - 1; }

  /// Cut to the screen in the brief form. `text` is safe to print.
  void say(std::string const& text) {
    lines_.push_back(brief_ ? fitted(text, form_.size.width, form_.charset) : text);
  }

  /// The same with a coloured word in it; `before` is empty or begins the line.
  void say(std::string const& before, char const* colour, std::string const& word, std::string const& text) {
    auto const begin = before.empty() ? before : before + " ";
    auto const line = begin + word + text;
    auto const cut = brief_ ? fitted(line, form_.size.width, form_.charset) : line;
    lines_.push_back(cut.starts_with(begin + word)
                         ? begin + painted(form_.colour, colour, word) + cut.substr((begin + word).size())
                         : cut);
  }

  [[nodiscard]] std::string named(std::string const& session, std::string const& file) const {
    auto name = brief_ ? below_root(found_.roots, session) : session;
    return printable(file.empty() ? name : name + "/" + file);
  }

  void head() {
    auto const& stuck = found_.stuck;
    if (auto const& board = found_.daemon.board_if_reporting()) {
      auto const* colour = board->health == Board::Health::ok ? "32" : "33";
      auto const program = fmt::format("artifactd {}:", board->version);
      say(program, colour, std::string(health_word(board->health)),
          fmt::format(", pid {}, since {}; {}", board->pid, iso8601(board->started_ns),
                      how_many(stuck.sessions, "session")));
      if (!board->reason.empty())
        for (auto const& reason : lines_of(board->reason))
          say("  " + printable(reason));
    } else {
      say(fmt::format("artifactd {}; {} looked at, {} pending", words_about(found_.daemon.state),
                      how_many(stuck.sessions, "session"), how_many(stuck.pending, "signal")));
    }
    auto const counts = count_by_actor(stuck.rows);
    std::vector<std::string> parts;
    for (std::size_t actor = 0; actor < actors; ++actor)
      if (counts[actor] > 0) parts.push_back(fmt::format("{} {}", counts[actor], count_words[actor]));
    if (!found_.working.empty()) parts.push_back(fmt::format("{} at work", found_.working.size()));
    say(parts.empty() ? "nothing is stuck" : fmt::format("{}", fmt::join(parts, ", ")));
  }

  /// "3h  25 × json.trailing, such as " before the name of one of them.
  [[nodiscard]] std::string before_name(StuckGroup const& group) const {
    auto const& row = group.shown;
    auto text =
        brief_ && row.since_ns != 0 && form_.now_ns != 0 ? age_text(row.since_ns, form_.now_ns) + "  " : "";
    if (group.count == 1) return text;
    auto const times = form_.charset == Charset::utf8 ? "\u00d7" : "x";
    text += row.code.empty() ? how_many(group.count, "signal")
                             : fmt::format("{} {} {}", group.count, times, row.code);
    return text + ", such as ";
  }

  /// In the brief form a signal appears by its name, and its reason omits where its files are.
  void row(StuckGroup const& group) {
    auto const& row = group.shown;
    auto const file = brief_ ? brief_name(row) : row.file;
    auto const& reason = brief_ && !row.brief.empty() ? row.brief : row.reason;
    say("", colour_of(row), std::string(state_word(row.state)),
        fmt::format("  {}{}: {}", before_name(group), named(row.session, file), printable(reason)));
  }

  /// Without its purpose if that makes it too long for a line. Never cut, since it is meant to be typed.
  [[nodiscard]] std::string cure_shown(StuckRow const& row) const {
    auto const text = cure_of(row);
    return brief_ && !row.next.empty() && margin + display_width(text) > form_.size.width ? row.next : text;
  }

  /// In screen lines.
  [[nodiscard]] std::size_t cure_height(StuckRow const& row) const {
    auto const text = cure_shown(row);
    return text.empty() ? 0 : 1 + (margin + display_width(text) - 1) / form_.size.width;
  }

  void cure(StuckRow const& row) {
    auto const text = cure_shown(row);
    if (text.empty()) return;
    auto const before = text.substr(0, text.size() - row.next.size());
    lines_.push_back(std::string(margin, ' ') + before + painted(form_.colour, "1", row.next));
  }

  void whole_row(StuckRow const& each) {
    row({each});
    cure(each);
    if (each.since_ns != 0)
      lines_.push_back("    since " + iso8601(each.since_ns) +
                       (each.next_retry_ns == 0 ? "" : "; next try " + iso8601(each.next_retry_ns)));
    for (auto const& text : each.lines)
      for (auto const& line : lines_of(text))
        lines_.push_back("    " + line);
  }

  void section(Actor actor) {
    auto const rows = rows_for(found_.stuck.rows, actor);
    if (rows.empty()) return;
    lines_.push_back("");
    lines_.push_back(painted(form_.colour, "1", headings[static_cast<std::size_t>(actor)]));
    for (auto const& each : rows)
      whole_row(each);
  }

  /// As much of the rest as leaves every section a row; none where there is no room for that either.
  [[nodiscard]] std::vector<std::string> rest_within(std::size_t room) {
    for (auto const aside : {most_aside, std::size_t{1}, std::size_t{0}}) {
      rest(aside);
      if (auto lines = std::exchange(lines_, {}); lines.size() <= room) return lines;
    }
    return {};
  }

  /// `above`: lines. A row of every section first, then every row of an operator and the command for the
  /// first of them, then the rows of the others; commands take what is left, the most urgent first.
  void fold(std::size_t above) {
    auto all = sections_of(found_.stuck.rows);
    auto room = most_lines() - std::min(most_lines(), above);
    auto const least = height_of(all);
    auto below = rest_within(room - std::min(room, least));
    room -= below.size();
    if (least > room) return squeezed(std::move(all), room);
    auto const urgent = !all.empty() && all.front().actor == Actor::operators;
    room = widen(all, room, urgent ? cure_height(all.front().groups.front().shown) : 0);
    for (auto const& each : all)
      room = print_section(each, room);
    std::ranges::move(below, std::back_inserter(lines_));
  }

  void squeezed(std::vector<StatusSection> all, std::size_t room) {
    squeeze(all, room);
    std::size_t hidden = 0;
    for (auto const& each : all) {
      for (auto const& group : std::span(each.groups).first(each.shown))
        row(group);
      hidden += left_out_of(each);
    }
    left_out(hidden);
  }

  std::size_t print_section(StatusSection const& section, std::size_t room) {
    say(std::string(headings[static_cast<std::size_t>(section.actor)]));
    for (auto const& each : std::span(section.groups).first(section.shown)) {
      row(each);
      auto const height = cure_height(each.shown);
      if (height == 0 || height > room) continue;
      cure(each.shown);
      room -= height;
    }
    left_out(left_out_of(section));
    return room;
  }

  void left_out(std::size_t count) {
    if (count > 0) say(fmt::format("    and {} more: artifactctl status -v", count));
  }

  /// `aside`: the most items at work, and the most notices.
  void rest(std::size_t aside) {
    auto const few = [&](std::size_t count) { return std::min(count, aside); };
    for (auto const& event : std::span(found_.working).first(few(found_.working.size())))
      say("", "36", "at work",
          fmt::format("  {}  {}", named(event.session, event.signal()), activity_phrase(event)));
    left_out(found_.working.size() - few(found_.working.size()));
    auto const noticed = few(found_.notices.size());
    for (auto const& notice : std::span(found_.notices).last(noticed))
      say("", "36", "noticed",
          fmt::format("  {}  {}  {}", iso8601(notice.at_ns), named(notice.session, ""),
                      printable(notice.text)));
    if (auto const older = found_.notices.size() - noticed; older > 0)
      say(fmt::format("    and {}: artifactctl status -v",
                      how_many(older, noticed > 0 ? "older notice" : "notice")));
    if (found_.daemon.reports()) daemon(*found_.daemon.board);
  }

  void daemon(Board const& board) {
    if (!brief_) lines_.push_back("");
    for (auto const& root : board.roots) {
      if (brief_) break;
      lines_.push_back(fmt::format("root {}: {}, {} sessions, {} watches, {} polled", printable(root.path),
                                   backend_word(root.backend), root.sessions, root.watches, root.polled));
      if (!root.reason.empty()) lines_.push_back("  " + printable(root.reason));
    }
    auto const& c = board.counters;
    say(fmt::format("settled {}, refused {}, runs {}; now pending {}, queued {}, running {}", c.settled,
                    c.refused, c.runs, c.pending, c.queued, c.running));
    if (c.overflows + c.rescans + c.journal_dropped != 0)
      say(fmt::format("event overflows {}, rescans {}, journal rows lost {}", c.overflows, c.rescans,
                      c.journal_dropped));
    if (c.edits != 0) say(fmt::format("edits {}, {} of them published", c.edits, c.edits_published));
  }

  StatusFound const& found_;
  StatusForm const& form_;
  bool brief_;
  std::vector<std::string> lines_ = {};
};

} // namespace

std::vector<std::string> status_lines(StatusFound const& found, StatusForm const& form) {
  return Page(found, form).lines();
}

} // namespace artifactd
