#include "daemon/commands/play/game_plays.hpp"
#include "daemon/queries/game_simulation.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <span>

namespace artifactd {

namespace {

constexpr std::size_t largest_replay = std::size_t{16} << 20;
constexpr std::size_t exhaustive_states = 5'000'000;

void print_steps(std::span<play::Step const> steps) {
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

GameSimulation simulated(Cli const& cli, GameOptions const& options, game::Game const& game,
                         std::vector<std::string> const& players, play::Bot bot) {
  ProgressPrinter progress(cli.progress, cli.talk_colour);
  SimulationOrder order{
      .bot = bot, .plays = options.plays, .seed = options.seed, .limits = {}, .on_play = {}};
  if (options.depth == GameOptions::Depth::exhaustive) order.limits.states = exhaustive_states;
  order.limits.on_progress = [&progress](std::size_t states) { progress.show({"searching states", states}); };
  order.on_play = [&](std::size_t play) { progress.show({"playing", play, options.plays}); };
  return simulate(game, players, order);
}

Result<Exit> search(Cli const& cli, GameOptions const& options, game::Game const& game) {
  auto const players = TRY(participants(options, game));
  auto const found = simulated(cli, options, game, players, TRY(bot_of(options)));
  auto const certain = found.certain();
  auto const exit = certain > 0 ? Exit::judged_bad : Exit::ok;
  if (cli.output == Output::json) return print_json(to_json(found)), exit;
  auto const& outcome = found.outcome;
  for (auto const& fault : outcome.faults)
    print_fault(fault);
  fmt::print("{}: {} players, {} states{}: {} certain, {} possible\n", printable(options.first),
             players.size(), outcome.states, outcome.complete ? " (complete)" : " (incomplete)", certain,
             outcome.faults.size() - certain);
  print_statistics(found.statistics, options.bots);
  if (!outcome.complete)
    tell(cli,
         options.depth == GameOptions::Depth::exhaustive
             ? "the search is incomplete: it cannot say what never happens, and deeper faults are not found"
             : "the search is incomplete: it cannot say what never happens; --exhaustive looks at more "
               "states");
  return exit;
}

Result<Exit> replay(Cli const& cli, GameOptions const& options, game::Game const& game) {
  auto trace = TRY(fault_trace(printable(options.replay), TRY(read_named(options.replay, largest_replay))));
  auto const players = trace.players.empty() || !options.participants.empty()
                           ? TRY(participants(options, game))
                           : trace.players;
  if (players.size() > play::most_players)
    return fail(Fault::invalid, "there are too many players in the file");
  auto const found = retrace(game, players, std::move(trace));
  if (cli.output == Output::json) {
    print_json(to_json(found));
  } else {
    print_steps(std::span(found.trace.steps).first(found.taken));
    if (found.stopped)
      fmt::print("step {} cannot be taken: {}\n", found.taken + 1, printable(*found.stopped));
    fmt::print("{}\n", pretty(found.state));
    if (found.shown) fmt::print("{}: {}\n", found.trace.type, *found.shown ? "reproduced" : "not reproduced");
  }
  return found.succeeded() ? Exit::ok : Exit::judged_bad;
}

} // namespace

Result<Exit> simulate_game(Cli const& cli, GameOptions const& options) {
  auto const game = TRY(sound_game(cli, options.first));
  return options.replay.empty() ? search(cli, options, game) : replay(cli, options, game);
}

} // namespace artifactd
