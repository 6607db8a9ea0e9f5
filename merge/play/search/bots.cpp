#include "merge/play/search/bots.hpp"

#include "state/vocabulary/word_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::play {

namespace {

constexpr std::array<std::string_view, 6> bot_kinds = {"first",    "random", "least",
                                                       "boundary", "greedy", "monte-carlo"};

} // namespace

std::optional<Bot> bot_from(std::string_view word) noexcept {
  return by_word<Bot>(bot_kinds, word);
}

std::string bot_words() {
  return fmt::format("{}", fmt::join(bot_kinds, ", "));
}

Move BotPlayer::pick(PlayPhase const& phase, std::span<ValueId const> row, std::vector<Move> const& legal,
                     Chance& chance) {
  auto picked = legal.front();
  if (bot_ == Bot::random) picked = legal[chance.below(legal.size())];
  if (bot_ == Bot::boundary) picked = legal.back();
  if (bot_ == Bot::least)
    picked =
        *std::ranges::min_element(legal, {}, [&](Move const& move) { return used_[{&phase, move.action}]; });
  if (bot_ == Bot::greedy || bot_ == Bot::monte_carlo) {
    auto best = -1e300;
    for (auto const& move : legal) {
      auto const value = worth(move, phase, row, chance);
      if (value <= best) continue;
      best = value;
      picked = move;
    }
  }
  ++used_[{&phase, picked.action}];
  return picked;
}

double BotPlayer::worth(Move const& move, PlayPhase const& phase, std::span<ValueId const> row,
                        Chance& chance) {
  auto const& instruction = phase.actions[move.action].instruction;
  double sum = 0;
  auto const times = bot_ == Bot::greedy ? 1 : playouts;
  for (int i = 0; i < times; ++i) {
    auto next = runtime_.run(instruction, row, phase.name, choices_.choose(instruction, *move.inputs, chance),
                             move.player);
    if (next)
      sum +=
          bot_ == Bot::greedy ? lead(*next, move.player) : played_on(*std::move(next), move.player, chance);
  }
  return sum;
}

/// The sum of its own numbers, minus the best of the others'.
double BotPlayer::lead(std::span<ValueId const> row, std::size_t player) const {
  auto const& layout = runtime_.program().layout();
  auto const sum = [&](std::size_t who) {
    double total = 0;
    for (auto const slot : layout.whole_player(who))
      if (auto const& value = runtime_.pool()[row[slot]]; value.is_number()) total += value.get<double>();
    return total;
  };
  double best = 0;
  bool alone = true;
  for (std::size_t who = 0; who < layout.players().size(); ++who)
    if (who != player) {
      best = alone ? sum(who) : std::max(best, sum(who));
      alone = false;
    }
  return sum(player) - best;
}

/// 1 if it wins, 0 if somebody else does, 1/2 if nobody does or it takes too long.
double BotPlayer::played_on(Row row, std::size_t player, Chance& chance) {
  for (int step = 0; step < playout_steps; ++step) {
    auto const standing = runtime_.standing(row);
    PlayInstruction const* instruction = nullptr;
    std::string const* phase = nullptr;
    Chosen chosen;
    std::size_t actor = 0;
    if (standing.next == Standing::Next::fire) {
      instruction = &*standing.transition->instruction;
      phase = &standing.transition->declared->to;
      chosen = choices_.choose(*instruction, {}, chance);
    } else if (standing.next == Standing::Next::wait) {
      auto const legal = moves_.legal(*standing.phase, row);
      if (legal.empty()) return 0.5;
      auto const& move = legal[chance.below(legal.size())];
      instruction = &standing.phase->actions[move.action].instruction;
      phase = &standing.phase->name;
      actor = move.player;
      chosen = choices_.choose(*instruction, *move.inputs, chance);
    } else {
      break;
    }
    auto next = runtime_.run(*instruction, row, *phase, chosen, actor);
    if (!next) return 0.5;
    row = *std::move(next);
  }
  auto const& layout = runtime_.program().layout();
  auto const& winners = runtime_.pool()[row[layout.game("winningPlayers")]];
  if (!winners.is_array() || winners.empty()) return 0.5;
  return std::ranges::find(winners, Value(layout.players()[player])) == winners.end() ? 0 : 1;
}

} // namespace artifactd::play
