#include "daemon/commands/play/game_plays.hpp"
#include "daemon/commands/progress_line.hpp"
#include "merge/play/runtime/replay.hpp"
#include "merge/play/search/fault_search.hpp"
#include "merge/play/search/playthrough.hpp"
#include "state/json/diagnose.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <memory>

namespace artifactd {

namespace {

using game::Value;

constexpr std::size_t largest_replay = std::size_t{16} << 20;
constexpr std::size_t exhaustive_states = 5'000'000;

void print_steps(std::vector<play::Step> const& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i)
    fmt::print("  {:>3}. {}\n", i + 1, printable(in_words(steps[i])));
}

void print_fault(play::FoundFault const& fault) {
  fmt::print("{} {} in phase '{}'{}\n  {}\n", fault.certain ? "certain:" : "possible:", word_of(fault.type),
             printable(fault.phase),
             fault.steps.empty() ? ""
                                 : fmt::format(", {} action{} from the beginning", fault.actions,
                                               fault.actions == 1 ? "" : "s"),
             printable(fault.message));
  if (!fault.fragment.empty()) fmt::print("  likely: {}\n", printable(fault.fragment));
  print_steps(fault.steps);
}

/// "player1 48, player2 44, nobody 8"
std::string counts(std::map<std::string, std::size_t> const& counts, char const* nobody) {
  std::vector<std::string> words;
  for (auto const& [name, count] : counts)
    words.push_back(fmt::format("{} {}", name.empty() ? nobody : printable(name), count));
  return fmt::format("{}", fmt::join(words, ", "));
}

void print_statistics(play::PlayStatistics const& statistics, std::string const& bots) {
  if (statistics.plays == 0) return;
  std::size_t seen = 0;
  std::size_t median = 0;
  for (auto const& [length, count] : statistics.lengths) {
    seen += count;
    if (seen * 2 < statistics.plays) continue;
    median = length;
    break;
  }
  fmt::print("{} plays by bots ({}): {}; {} to {} actions, median {}\n", statistics.plays, bots,
             counts(statistics.ends, ""), statistics.lengths.begin()->first,
             statistics.lengths.rbegin()->first, median);
  if (!statistics.winners.empty()) fmt::print("winners: {}\n", counts(statistics.winners, "nobody"));
  std::vector<std::string> never;
  for (auto const& [action, count] : statistics.actions)
    if (count == 0) never.push_back(printable(action));
  if (!never.empty()) fmt::print("never taken: {}\n", fmt::join(never, ", "));
}

play::PlayStatistics played(game::Game const& game, std::vector<std::string> const& players,
                            GameOptions const& options, play::Bot bot, ProgressLine& progress) {
  play::Runtime runtime(game, players);
  play::Moves moves(runtime);
  play::PlayStatistics statistics;
  for (std::size_t i = 0; i < options.plays; ++i) {
    progress.show(fmt::format("playing: {} of {}", i + 1, options.plays));
    count(statistics, runtime, play_through(runtime, moves, bot, fmt::format("{}/{}", options.seed, i)));
  }
  return statistics;
}

bool is_certain(play::FoundFault const& fault) {
  return fault.certain;
}

Result<Exit> search(Cli const& cli, GameOptions const& options, game::Game const& game,
                    std::vector<std::string> const& players) {
  auto const bot = TRY(bot_of(options));
  play::SearchLimits limits;
  if (options.depth == GameOptions::Depth::exhaustive) limits.states = exhaustive_states;
  auto progress = std::make_unique<ProgressLine>();
  limits.on_progress = [&progress](std::size_t states) {
    progress->show(fmt::format("searching: {} states so far", states));
  };
  auto outcome = play::search_faults(game, players, limits);
  std::ranges::move(play::chance_faults(game), std::back_inserter(outcome.faults));
  auto const statistics = played(game, players, options, bot, *progress);
  progress.reset();
  auto const certain = std::ranges::count_if(outcome.faults, is_certain);
  if (cli.output == Output::json) {
    auto faults = Value::array();
    for (auto const& fault : outcome.faults) {
      auto json = to_json(fault);
      json["players"] = players;
      json["states"] = outcome.states;
      json["complete"] = outcome.complete;
      faults.push_back(std::move(json));
    }
    print_json({{"version", 1},
                {"players", players},
                {"states", outcome.states},
                {"complete", outcome.complete},
                {"faults", std::move(faults)},
                {"plays", to_json(statistics)}});
    return certain > 0 ? Exit::judged_bad : Exit::ok;
  }
  for (auto const& fault : outcome.faults)
    print_fault(fault);
  fmt::print("{}: {} players, {} states{}: {} certain, {} possible\n", printable(options.first),
             players.size(), outcome.states, outcome.complete ? " (complete)" : " (incomplete)", certain,
             static_cast<std::ptrdiff_t>(outcome.faults.size()) - certain);
  print_statistics(statistics, options.bots);
  if (!outcome.complete)
    tell(cli,
         options.depth == GameOptions::Depth::exhaustive
             ? "the search is incomplete: it cannot say what never happens, and deeper faults are not found"
             : "the search is incomplete: it cannot say what never happens; --exhaustive looks at more "
               "states");
  return certain > 0 ? Exit::judged_bad : Exit::ok;
}

struct ReplayFile {
  std::vector<play::Step> steps;
  std::vector<std::string> players;
  std::string type;
};

/// A fault as printed by --json, or a list of them: then the first.
Result<ReplayFile> replay_file(std::string const& path) {
  auto const text = TRY(read_named(path, largest_replay));
  auto const findings = json::syntax_findings(printable(path), text, {.depth = game::deepest});
  if (!findings.empty())
    return fail(Fault::invalid, fmt::format("{}, line {}: {}", printable(path),
                                            findings.front().line.value_or(1), findings.front().message));
  auto json = Value::parse(text);
  if (json.is_object() && json.contains("faults") && json["faults"].is_array() && !json["faults"].empty())
    json = Value(json["faults"][0]);
  if (!json.is_object() || !json.contains("steps") || !json["steps"].is_array())
    return fail(Fault::invalid, printable(path) +
                                    ": it has no list of steps; artifactctl game simulate DIR --json "
                                    "prints faults that have one");
  ReplayFile file;
  for (auto const& each : json["steps"]) {
    auto step = play::step_from(each);
    if (!step)
      return fail(Fault::invalid,
                  fmt::format("{}: step {}: {}", printable(path), file.steps.size() + 1, step.error()));
    file.steps.push_back(*std::move(step));
  }
  for (auto const& each : json.value("players", Value::array()))
    if (each.is_string()) file.players.push_back(each.get<std::string>());
  if (json.contains("type") && json["type"].is_string()) file.type = json["type"].get<std::string>();
  return file;
}

Result<Exit> replay(Cli const& cli, GameOptions const& options, game::Game const& game) {
  auto file = TRY(replay_file(options.replay));
  auto const players = file.players.empty() || !options.participants.empty()
                           ? TRY(participants(options, game))
                           : std::move(file.players);
  if (players.size() > play::most_players)
    return fail(Fault::invalid, "there are too many players in the file");
  play::Runtime runtime(game, players);
  auto const replayed = play::replay(runtime, file.steps);
  auto const type = play::fault_from(file.type);
  auto const shown = type && shows(*type, runtime, replayed, file.steps.size());
  auto const left = replayed.taken < file.steps.size() && !shown;
  auto const state = runtime.program().layout().state(replayed.row, runtime.pool());
  if (cli.output == Output::json) {
    Value json{{"version", 1}, {"taken", replayed.taken}, {"steps", file.steps.size()}, {"state", state}};
    if (replayed.fault) json["stopped"] = replayed.fault->details;
    if (type) json["shows"] = {{"type", file.type}, {"shown", shown}};
    print_json(json);
  } else {
    print_steps({file.steps.begin(), file.steps.begin() + static_cast<std::ptrdiff_t>(replayed.taken)});
    if (replayed.fault)
      fmt::print("step {} cannot be taken: {}\n", replayed.taken + 1, printable(replayed.fault->details));
    fmt::print("{}\n", state.dump(2, ' ', false, Value::error_handler_t::replace));
    if (type) fmt::print("{}: {}\n", file.type, shown ? "reproduced" : "not reproduced");
  }
  return left || (type && !shown) ? Exit::judged_bad : Exit::ok;
}

} // namespace

Result<Exit> simulate_game(Cli const& cli, GameOptions const& options) {
  auto const game = TRY(sound_game(cli, options.first));
  if (!options.replay.empty()) return replay(cli, options, game);
  return search(cli, options, game, TRY(participants(options, game)));
}

} // namespace artifactd
