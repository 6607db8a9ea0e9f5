#include "daemon/commands/inbox/inbox_screen.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <functional>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

using LookAgain = std::function<Result<Inbox>()>;

constexpr auto redraw_after = std::chrono::seconds(5); ///< changes appear this often without a key press

std::string age_of(std::int64_t since_ns) {
  return short_duration(Duration(std::max<std::int64_t>(0, wall_now_ns() - since_ns)));
}

std::string remedies_text(Cli const& cli, std::vector<Remedy> const& remedies) {
  std::size_t width = 0;
  for (auto const& each : remedies)
    width = std::max(width, display_width(each.command));
  std::string text;
  for (auto const& each : remedies)
    text += fmt::format("    {}  # {}\n", painted(cli.colour, "1", padded(each.command, width)), each.does);
  return text;
}

std::string list_text(Cli const& cli, Inbox const& inbox) {
  std::string text;
  for (auto const& each : inbox.waiting) {
    text += fmt::format("{}  {}  refused {} ago; {}\n    {}\n",
                        painted(cli.colour, each.for_person() ? "31" : "33", signal_word(each.signal)),
                        printable(each.session), age_of(each.since_ns), situation(each), last_failure(each));
    for (auto const& line : attempt_lines(each))
      text += fmt::format("      {}\n", line);
    text += remedies_text(cli, remedies(each)) + "\n";
  }
  for (auto const& row : inbox.strange) {
    auto const where = row.file.empty() ? row.session : row.session + "/" + row.file;
    text += fmt::format("{}  {}\n    {}\n", painted(cli.colour, "31", state_word(row.state)),
                        printable(where), printable(row.reason));
    if (auto const cure = cure_of(row); !cure.empty())
      text += fmt::format("    {}\n", painted(cli.colour, "1", cure));
    text += "\n";
  }
  return inbox.needs_person() ? text : text + "nothing waits for a person\n";
}

std::vector<std::string> details_of(Waiting const& waiting) {
  std::vector<std::string> details{
      fmt::format("refused {} ago; {}", age_of(waiting.since_ns), situation(waiting)), "",
      last_failure(waiting), ""};
  for (auto& line : attempt_lines(waiting))
    details.push_back("  " + std::move(line));
  details.insert(details.end(), {"", "The same without this screen:"});
  for (auto const& remedy : remedies(waiting))
    details.push_back("  " + remedy.command);
  if (waiting.log.attempts.empty()) return details;
  details.insert(details.end(), {"", "All that was wrong with the last attempt:"});
  for (auto const& finding : waiting.log.attempts.back().findings)
    for (auto const& line : lines_of(to_terminal(finding, Colour::off)))
      details.push_back("  " + line);
  return details;
}

InboxItem item_of(Waiting const& waiting) {
  auto const& key = waiting.key;
  return {.title = signal_word(waiting.signal) + "  " + waiting.session,
          .root = key.path.empty() ? "" : key.root,
          .session = key.path.empty() ? key.root : key.path,
          .signal = signal_word(waiting.signal),
          .age = age_of(waiting.since_ns),
          .reason = brief_failure(waiting),
          .code = last_code(waiting),
          .details = details_of(waiting),
          .station = waiting.station,
          .circumstances = waiting.circumstances};
}

/// The screen, connected to the inbox.
class Desk {
public:
  Desk(Cli const& cli, Config const& config, LookAgain look)
      : cli_(cli), config_(config), look_(std::move(look)) {}

  Result<Exit> work() {
    TRY(look_again());
    for (;;) {
      auto wish = TRY(next_wish());
      if (wish == Wish::leave) return inbox_.needs_person() ? Exit::person : Exit::ok;
      grant(wish);
      TRY(look_again());
    }
  }

private:
  /// The terminal is ours only while waiting for keys: an editor gets it in its original state.
  Result<Wish> next_wish() {
    auto terminal = TRY(Terminal::open());
    for (;;) {
      terminal.draw(screen_.render(terminal.size(), cli_.colour));
      auto const key = terminal.read(redraw_after);
      auto wish = screen_.press(key, terminal.size());
      if (wish == Wish::look_again)
        TRY(look_again());
      else if (wish != Wish::nothing)
        return wish;
    }
  }

  Result<void> look_again() {
    inbox_ = TRY(look_());
    std::vector<InboxItem> items;
    for (auto const& each : inbox_.waiting)
      items.push_back(item_of(each));
    screen_.show(std::move(items), inbox_.strange.size());
    return {};
  }

  /// For several items, reports how many succeeded and why the first failure failed.
  void grant(Wish wish) {
    auto const chosen = screen_.chosen();
    std::size_t done = 0;
    std::string told;
    std::string failed;
    for (auto const index : chosen) {
      auto const& waiting = inbox_.waiting[index];
      auto granted = grant(wish, waiting);
      if (granted)
        ++done, told = *std::move(granted);
      else if (failed.empty())
        failed = signal_word(waiting.signal) + ": " + granted.error().message;
    }
    if (chosen.size() == 1) return screen_.say(failed.empty() ? told : failed);
    told = fmt::format("{} of {} {}", done, chosen.size(), told.empty() ? "done" : told);
    screen_.say(failed.empty() ? told : told + "; " + failed);
  }

  /// Returns what was done.
  Result<std::string> grant(Wish wish, Waiting const& waiting) {
    auto entered = TRY(enter_session(waiting.key, config_.served.kinds));
    Case chosen{config_, {std::move(entered), waiting.key}, waiting.signal};
    if (wish == Wish::hint) {
      auto const refused = TRY(give_hint(chosen, screen_.typed()));
      return fmt::format("hint added; attempts left: {}", refused.left);
    }
    if (wish == Wish::fresh) {
      TRY(submit_again(chosen, CountedAttempts::fresh));
      return "submitted again";
    }
    if (wish == Wish::abandon) {
      TRY(give_up(chosen));
      return "given up";
    }
    if (wish == Wish::cancel) {
      TRY(cancel_run(chosen));
      return "the run is being cancelled";
    }
    return edit(chosen);
  }

  /// Messages printed on the way stay on the screen until they were read.
  std::string edit(Case const& chosen) {
    auto const fixed = fix(cli_, chosen);
    if (fixed.exit == Exit::ok) return "submitted";
    if (!fixed.asked) {
      fmt::print(stderr, "[Enter] back to the inbox ");
      for (int c = std::fgetc(stdin); c != '\n' && c != EOF;)
        c = std::fgetc(stdin);
    }
    return "still refused";
  }

  Cli const& cli_;
  Config const& config_;
  LookAgain look_;
  Inbox inbox_ = {};
  InboxScreen screen_{terminal_charset()};
};

} // namespace

Exit inbox_command(Cli const& cli, InboxOptions const& options) {
  auto const on_screen =
      options.form == InboxOptions::Form::screen && cli.output == Output::text && on_terminal();
  auto config = on_screen ? configuration(cli) : configuration_to_look(cli);
  if (!config) return config.error();
  if (on_screen) {
    auto done = Desk(cli, *config, [&] { return look_at_inbox(*config, options.session); }).work();
    return done ? *done : complain(cli, done.error());
  }
  auto inbox = look_at_inbox(*config, options.session);
  if (!inbox) return complain(cli, inbox.error());
  if (cli.output == Output::json)
    print_json(to_json(*inbox));
  else
    fmt::print("{}", as_stdout_shows(list_text(cli, *inbox)));
  return inbox->needs_person() ? Exit::person : Exit::ok;
}

} // namespace artifactd
