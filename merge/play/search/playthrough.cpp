#include "merge/play/search/playthrough.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

using End = Playthrough::End;

constexpr std::array<std::string_view, 5> end_words = {"finished", "deadlock", "dead_wait", "fault",
                                                       "too_long"};

/// The moves of the first player who is asked, or may act.
std::vector<Move> of_one_player(std::vector<Move> moves) {
  auto const player = moves.front().player;
  std::erase_if(moves, [player](Move const& move) { return move.player != player; });
  return moves;
}

class Player {
public:
  Player(Runtime& runtime, Moves& moves, Bot bot, std::string_view seed)
      : runtime_(runtime), moves_(moves), bot_(bot, runtime, moves), choices_(runtime), chance_(seed) {}

  Playthrough play(std::size_t most) {
    Playthrough play{End::too_long, {}, runtime_.start(), {}};
    auto const* beginning = runtime_.program().beginning();
    if (beginning == nullptr || !beginning->instruction)
      return {End::fault, {}, play.row, "no transition begins it"};
    if (!fire(play, *beginning)) return play;
    while (play.steps.size() < most) {
      auto const standing = runtime_.standing(play.row);
      if (standing.next == Standing::Next::end) return ended(std::move(play), End::finished, "");
      if (standing.next == Standing::Next::deadlock) return ended(std::move(play), End::deadlock, "");
      if (standing.next == Standing::Next::fault) return ended(std::move(play), End::fault, standing.details);
      if (standing.next == Standing::Next::fire) {
        if (!fire(play, *standing.transition)) return play;
        continue;
      }
      auto legal = moves_.legal(*standing.phase, play.row);
      if (legal.empty()) return ended(std::move(play), End::dead_wait, "");
      auto const move = bot_.pick(*standing.phase, play.row, of_one_player(std::move(legal)), chance_);
      auto const& action = standing.phase->actions[move.action];
      auto const chosen = choices_.choose(action.instruction, *move.inputs, chance_);
      play.steps.push_back(step_of(runtime_, *standing.phase, action, move.player, chosen));
      if (!took(play, runtime_.run(action.instruction, play.row, standing.phase->name, chosen, move.player)))
        return play;
    }
    return play;
  }

private:
  static Playthrough ended(Playthrough play, End end, std::string details) {
    play.end = end;
    play.details = std::move(details);
    return play;
  }

  bool fire(Playthrough& play, PlayTransition const& transition) {
    auto const chosen = choices_.choose(*transition.instruction, {}, chance_);
    play.steps.push_back(step_of(runtime_, transition, chosen));
    return took(play, runtime_.run(*transition.instruction, play.row, transition.declared->to, chosen));
  }

  bool took(Playthrough& play, std::expected<Row, PlayFault> next) {
    if (next) {
      play.row = *std::move(next);
      return true;
    }
    play.end = End::fault;
    play.details = std::move(next.error().details);
    return false;
  }

  Runtime& runtime_;
  Moves& moves_;
  BotPlayer bot_;
  ChanceChoices choices_;
  Chance chance_;
};

Value counted(auto const& counts, char const* name) {
  auto list = Value::array();
  for (auto const& [key, count] : counts)
    list.push_back({{name, key}, {"count", count}});
  return list;
}

} // namespace

std::string_view word_of(Playthrough::End end) noexcept {
  return end_words[static_cast<std::size_t>(end)];
}

Playthrough play_through(Runtime& runtime, Moves& moves, Bot bot, std::string_view seed, std::size_t most) {
  return Player(runtime, moves, bot, seed).play(most);
}

void count(PlayStatistics& statistics, Runtime const& runtime, Playthrough const& play) {
  ++statistics.plays;
  ++statistics.ends[std::string(word_of(play.end))];
  for (auto const& phase : runtime.program().phases())
    for (auto const& action : phase.actions)
      statistics.actions.try_emplace(phase.name + "." + action.id, 0);
  std::size_t length = 0;
  for (auto const& step : play.steps) {
    if (step.kind != Step::Kind::action) continue;
    ++length;
    ++statistics.actions[step.phase + "." + step.id];
  }
  ++statistics.lengths[length];
  if (play.end != End::finished) return;
  auto const& winners = runtime.pool()[play.row[runtime.program().layout().game("winningPlayers")]];
  if (!winners.is_array() || winners.empty()) ++statistics.winners[""];
  if (winners.is_array())
    for (auto const& winner : winners)
      ++statistics.winners[winner.get<std::string>()];
}

Value to_json(PlayStatistics const& statistics) {
  return {{"plays", statistics.plays},
          {"ends", counted(statistics.ends, "end")},
          {"lengths", counted(statistics.lengths, "actions")},
          {"winners", counted(statistics.winners, "player")},
          {"actions", counted(statistics.actions, "action")}};
}

} // namespace artifactd::play
