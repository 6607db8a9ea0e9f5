#include "daemon/commands/play/game_files.hpp"
#include "daemon/commands/play/game_plays.hpp"
#include "daemon/commands/play/play_change.hpp"
#include "daemon/queries/examined_play.hpp"
#include "daemon/queries/play_issues.hpp"
#include "daemon/queries/plays.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

/// The record in a directory, judged by its own artifacts or by those of another game.
Result<ExaminedPlay> examined(int directory, std::string const& shown, std::string const& other_game,
                              Detecting detecting, std::uint64_t to = 0) {
  auto record = TRY(play::read_playable(directory, shown));
  auto const others = other_game.empty() ? std::vector<game::GameFile>() : TRY(game_files_in(other_game));
  return examine_play(std::move(record), shown, others, detecting, to);
}

void print_line(play::RecordLine const& line) {
  fmt::print("{:>4}  {}\n", line.step, printable(play::in_words(line)));
}

void print_faults(ExaminedPlay const& play) {
  for (auto const& issue : play.issues) {
    auto const where = issue.step == 0 ? "state.json" : fmt::format("step {}", issue.step);
    fmt::print("{}: {}{}\n", where, printable(issue.message),
               issue.certain ? "" : " (the rules alone do not lead there)");
    if (!issue.fragment.empty()) fmt::print("  likely cause: {}\n", printable(issue.fragment));
  }
  for (auto const& departure : play.check.departures)
    fmt::print("{}: {}\n", departure.step == 0 ? "record" : fmt::format("step {}", departure.step),
               printable(departure.what));
}

/// `steps`: those that the verdict is about.
void print_end(ExaminedPlay const& play, std::uint64_t steps, std::string const& verdict) {
  auto const all = play.record.lines.size();
  fmt::print("{} steps, {}, phase '{}': {}\n",
             steps == all ? fmt::to_string(all) : fmt::format("{} of {}", steps, all),
             play.check.over ? "over" : "not over", printable(play.check.phase), verdict);
}

Exit told(Cli const& cli, ExaminedPlay const& play, PlayDetail detail) {
  if (cli.output == Output::json) {
    print_json(to_json(play, detail));
  } else {
    print_faults(play);
    print_end(play, play.record.lines.size(),
              play.is_sound() ? "nothing is wrong with it"
                              : fmt::format("{}, {}", how_many(play.issues.size(), "issue"),
                                            how_many(play.check.departures.size(), "departure")));
  }
  return play.is_sound() ? Exit::ok : Exit::judged_bad;
}

Result<Exit> check(Cli const& cli, PlayOptions const& options) {
  auto const directory = TRY(open_trusted_directory(options.first));
  auto const play = TRY(examined(directory.get(), printable(options.first), options.game, Detecting::yes));
  return told(cli, play, PlayDetail::faults);
}

Result<UniqueFd> open_play(Session const& session, Name const& play) {
  auto directory = open_directory(session.directory(), layout::play_of(play));
  if (!directory && directory.error().fault == Fault::missing)
    return fail(Fault::missing, fmt::format("{}: there is no play '{}'; artifactctl play list shows them all",
                                            session.shown(), play.str()));
  return directory;
}

/// If the play is listed by status and inbox: how to have it listed no longer.
void print_way_out(Config const& config, Session const& session, Name const& play) {
  auto const is_open = [&play](report::PlayIssue const& issue) {
    return issue.play == play.str() && issue.state == report::PlayIssue::State::open;
  };
  if (std::ranges::any_of(issues_in(config, session.shown()), is_open))
    fmt::print("artifactctl play dismiss {} {} marks what was found as dealt with\n",
               shell_quoted(session.shown()), play.str());
}

Result<Exit> show(Cli const& cli, PlayOptions const& options) {
  auto const config = whatever_configuration(cli);
  auto const named = TRY(session_argument(config, options.first));
  auto const id = TRY(play_argument(options.second));
  auto const directory = TRY(open_play(named.session, id));
  auto const play = TRY(examined(directory.get(), options.second, "", Detecting::yes));
  if (cli.output == Output::text) {
    fmt::print("{}: {} with {}\n", printable(play.record.meta.id), printable(play.record.meta.game),
               printable(fmt::format("{}", fmt::join(play.record.meta.players, ", "))));
    std::ranges::for_each(play.record.lines, print_line);
  }
  auto const exit = told(cli, play, PlayDetail::whole);
  if (cli.output == Output::text) print_way_out(config, named.session, id);
  return exit;
}

Result<Exit> list(Cli const& cli, PlayOptions const& options) {
  auto const config = whatever_configuration(cli);
  auto const named = TRY(session_argument(config, options.first));
  auto const plays = TRY(plays_of(config, named.session));
  auto const exit = std::ranges::all_of(plays, [](PlayRow const& play) { return play.error.empty(); })
                        ? Exit::ok
                        : Exit::judged_bad;
  if (cli.output == Output::json) return print_json(to_json(plays)), exit;
  if (plays.empty()) fmt::print("no plays\n");
  for (auto const& play : plays) {
    if (!play.error.empty())
      fmt::print("{}  {}\n", printable(play.id), printable(play.error));
    else
      fmt::print("{}  {}  {}  {}{}\n", printable(play.id), printable(play.game),
                 printable(fmt::format("{}", fmt::join(play.players, ", "))),
                 play.over ? "over" : "in " + printable(play.phase),
                 play.issues == 0 ? "" : fmt::format("  {} to look at", play.issues));
  }
  return exit;
}

Result<Exit> play_subcommand(Cli const& cli, PlayOptions const& options) {
  switch (options.what) {
  case PlayOptions::What::check:
    return check(cli, options);
  case PlayOptions::What::show:
    return show(cli, options);
  case PlayOptions::What::adopt:
    return adopt_game(cli, options);
  case PlayOptions::What::dismiss:
    return dismiss_issues(cli, options);
  default:
    return list(cli, options);
  }
}

} // namespace

Result<Exit> replay_play(Cli const& cli, GameOptions const& options) {
  auto const directory = TRY(open_trusted_directory(options.first));
  auto const play =
      TRY(examined(directory.get(), printable(options.first), options.second, Detecting::no, options.to));
  if (options.to > play.record.last_step())
    return fail(Fault::missing, fmt::format("{}: there is no step {}; the last one is {}",
                                            printable(options.first), options.to, play.record.last_step()));
  auto const departures = play.check.departures.size();
  if (cli.output == Output::json) {
    print_json(to_json(play.check));
  } else {
    for (auto const& line : play.record.lines)
      if (line.kind != play::RecordLine::Kind::error && (options.to == 0 || line.step <= options.to))
        print_line(line);
    print_faults(play);
    print_end(play, play.check.steps,
              departures == 0 ? "every step leads where the log says" : how_many(departures, "departure"));
  }
  return departures == 0 ? Exit::ok : Exit::judged_bad;
}

Exit play_command(Cli const& cli, PlayOptions const& options) {
  return ended(cli, play_subcommand(cli, options));
}

} // namespace artifactd
