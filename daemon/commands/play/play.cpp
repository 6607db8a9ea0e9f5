#include "daemon/commands/commands.hpp"
#include "daemon/commands/play/game_files.hpp"
#include "daemon/commands/play/play_change.hpp"
#include "daemon/commands/play/play_options.hpp"
#include "daemon/queries/plays.hpp"
#include "merge/play/record/detection.hpp"
#include "merge/play/record/record_check.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

using game::Value;

/// A record with the game it is checked against.
struct Examined {
  play::Record record;
  play::RecordCheck check;
  std::vector<play::DetectedIssue> issues;
};

Result<Examined> examined(play::Record record, std::string const& shown, std::string const& other_game) {
  auto const count = record.meta.players.size();
  if (count == 0 || count > play::most_players)
    return fail(Fault::invalid, fmt::format("{}: meta.json names {} players; from 1 to {} can play", shown,
                                            count, play::most_players));
  auto const files = other_game.empty() ? record.artifacts : TRY(game_files_in(other_game));
  if (files.empty())
    return fail(Fault::missing, shown + ": it holds no artifacts; --game DIR says where they are");
  game::Game const game(files);
  Examined result{std::move(record), {}, {}};
  result.check = play::check_record(game, result.record);
  if (other_game.empty() && play::digests_of(files) != result.record.meta.artifacts)
    result.check.departures.push_back({0, "the artifacts in it are not those that meta.json names"});
  result.issues = play::detect(game, result.record);
  return result;
}

Value departures_of(Examined const& each) {
  auto list = Value::array();
  for (auto const& departure : each.check.departures)
    list.push_back({{"step", departure.step}, {"what", departure.what}});
  return list;
}

Value json_of(Examined const& each) {
  auto issues = Value::array();
  for (auto const& issue : each.issues)
    issues.push_back(to_json(issue));
  return {{"version", 1},
          {"id", each.record.meta.id},
          {"game", each.record.meta.game},
          {"players", each.record.meta.players},
          {"steps", each.record.lines.size()},
          {"phase", each.check.phase},
          {"over", each.check.over},
          {"issues", std::move(issues)},
          {"departures", departures_of(each)}};
}

void print_faults(Examined const& each) {
  for (auto const& issue : each.issues) {
    auto const where = issue.step == 0 ? "state.json" : fmt::format("step {}", issue.step);
    fmt::print("{}: {}{}\n", where, printable(issue.message),
               issue.certain ? "" : " (the rules alone do not lead there)");
    if (!issue.fragment.empty()) fmt::print("  likely cause: {}\n", printable(issue.fragment));
  }
  for (auto const& departure : each.check.departures)
    fmt::print("{}: {}\n", departure.step == 0 ? "record" : fmt::format("step {}", departure.step),
               printable(departure.what));
}

void print_end(Examined const& each) {
  fmt::print("{} steps, {}, phase '{}': {}\n", each.record.lines.size(),
             each.check.over ? "over" : "not over", printable(each.check.phase),
             each.issues.empty() && each.check.departures.empty()
                 ? "nothing is wrong with it"
                 : fmt::format("{} issues, {} departures", each.issues.size(), each.check.departures.size()));
}

Exit exit_of(Examined const& each) {
  return each.issues.empty() && each.check.departures.empty() ? Exit::ok : Exit::judged_bad;
}

Result<Exit> check(Cli const& cli, PlayOptions const& options) {
  auto const directory = TRY(open_trusted_directory(options.first));
  auto const each =
      TRY(examined(TRY(play::read_record(directory.get())), printable(options.first), options.game));
  if (cli.output == Output::json) {
    print_json(json_of(each));
  } else {
    print_faults(each);
    print_end(each);
  }
  return exit_of(each);
}

Result<UniqueFd> open_play(Session const& session, std::string const& id) {
  if (!Name::parse(id)) return fail(Fault::invalid, printable(id) + " is not a valid play id");
  auto directory = open_directory(session.directory(), std::string(layout::plays) + "/" + id);
  if (!directory && directory.error().fault == Fault::missing)
    return fail(Fault::missing, fmt::format("{}: there is no play '{}'; artifactctl play list shows them all",
                                            session.shown(), printable(id)));
  return directory;
}

Result<Exit> show(Cli const& cli, PlayOptions const& options) {
  auto const named = TRY(session_argument(whatever_configuration(cli), options.first));
  auto const directory = TRY(open_play(named.session, options.second));
  auto const each = TRY(examined(TRY(play::read_record(directory.get())), printable(options.second), ""));
  if (cli.output == Output::json) {
    auto json = json_of(each);
    auto steps = Value::array();
    for (auto const& line : each.record.lines)
      steps.push_back(to_json(line));
    json["lines"] = std::move(steps);
    json["state"] = each.check.state;
    print_json(json);
    return exit_of(each);
  }
  fmt::print("{}: {} with {}\n", printable(each.record.meta.id), printable(each.record.meta.game),
             printable(fmt::format("{}", fmt::join(each.record.meta.players, ", "))));
  for (auto const& line : each.record.lines)
    fmt::print("{:>4}  {}\n", line.step, printable(play::in_words(line)));
  print_faults(each);
  print_end(each);
  return exit_of(each);
}

Result<Exit> list(Cli const& cli, PlayOptions const& options) {
  auto const config = whatever_configuration(cli);
  auto const named = TRY(session_argument(config, options.first));
  auto const plays = TRY(plays_of(config, named.session));
  if (cli.output == Output::json) return print_json(to_json(plays)), Exit::ok;
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
  return Exit::ok;
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

Exit play_command(Cli const& cli, PlayOptions const& options) {
  auto const exit = play_subcommand(cli, options);
  return exit ? *exit : complain(cli, exit.error());
}

} // namespace artifactd
