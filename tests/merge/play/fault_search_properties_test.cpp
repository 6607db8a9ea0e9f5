#include "merge/play/search/fault_search.hpp"
#include "tests/merge/play/brute_force.hpp"
#include "tests/merge/play/made_sketch.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <random>

using namespace artifactd;
using namespace artifactd::play;

namespace {

constexpr std::uint64_t games_made = 250;

bool is_compared(FaultType type) {
  return type == FaultType::deadlock || type == FaultType::dead_wait || type == FaultType::illegal_state ||
         type == FaultType::unexpected_end;
}

/// Without the unexpected end before the first action, which a state alone does not show.
BruteFaults compared(SearchOutcome const& outcome) {
  BruteFaults faults;
  for (auto const& fault : outcome.faults)
    if (is_compared(fault.type) && !(fault.type == FaultType::unexpected_end && fault.phase == "finished"))
      faults[{fault.type, fault.phase}] = {fault.certain, fault.actions};
  return faults;
}

std::string told(BruteFaults const& faults) {
  std::string text;
  for (auto const& [key, fault] : faults)
    text += std::string(word_of(key.first)) + " in " + key.second +
            (fault.certain ? " certain " : " possible ") + std::to_string(fault.actions) + "\n";
  return text;
}

TEST(FaultSearch, AgreesWithBruteForceOnGamesMadeByChance) {
  std::map<std::string_view, std::map<std::size_t, int>> table;
  std::uint64_t judged = 0;
  for (std::uint64_t seed = 1; seed <= games_made; ++seed) {
    auto const sketch = made_sketch(seed);
    game::Game const game(files_of(sketch));
    auto const outcome = search_faults(game, usual_players(2));
    for (auto const& fault : outcome.faults)
      ++table[word_of(fault.type)][fault.actions];
    auto const expected = brute_faults(game, usual_players(2), 3'000);
    if (!expected || !outcome.complete) continue;
    ++judged;
    ASSERT_EQ(told(compared(outcome)), told(*expected)) << "seed " << seed << "\n" << sketch.dump(1);
  }
  EXPECT_GT(judged, games_made * 3 / 4);
  // The generator is useless if it never produces some kind of fault.
  for (auto const type :
       {FaultType::deadlock, FaultType::dead_wait, FaultType::stuck_phase, FaultType::auto_loop,
        FaultType::no_end, FaultType::unreachable_end, FaultType::unexpected_end, FaultType::illegal_state,
        FaultType::unreachable_phase}) {
    int count = 0;
    std::string lengths;
    for (auto const& [length, times] : table[word_of(type)]) {
      count += times;
      lengths += " " + std::to_string(length) + ":" + std::to_string(times);
    }
    std::cout << word_of(type) << " " << count << " games, by length" << lengths << "\n";
    EXPECT_GE(count, static_cast<int>(games_made / 50)) << word_of(type);
  }
}

TEST(FaultSearch, FindsTheSameWithOneOfAllStatesThatAreAlike) {
  std::size_t all_states = 0;
  std::size_t looked_at = 0;
  std::uint64_t judged = 0;
  std::uint64_t alike = 0;
  for (std::uint64_t seed = 1; seed <= games_made; ++seed) {
    auto const sketch = made_sketch(seed);
    game::Game const game(files_of(sketch));
    SearchLimits limits;
    limits.states = 4'000;
    auto const reduced = search_faults(game, usual_players(3), limits);
    limits.symmetry = false;
    auto const whole = search_faults(game, usual_players(3), limits);
    if (!whole.complete) continue;
    ++judged;
    if (reduced.states < whole.states) ++alike;
    all_states += whole.states;
    looked_at += reduced.states;
    ASSERT_TRUE(reduced.complete) << "seed " << seed;
    ASSERT_EQ(told(compared(reduced)), told(compared(whole))) << "seed " << seed << "\n" << sketch.dump(1);
    ASSERT_EQ(reduced.faults.size(), whole.faults.size()) << "seed " << seed;
    ASSERT_EQ(reduced.phases, whole.phases) << "seed " << seed;
    ASSERT_EQ(reduced.actions, whole.actions) << "seed " << seed;
  }
  EXPECT_GT(judged, games_made / 2);
  EXPECT_GT(alike, judged / 4) << "most games name no player";
  EXPECT_LT(looked_at, all_states * 9 / 10);
}

/// Plays once at random, including what a model computes; returns the fault found, if any.
std::optional<PlayFault> played_at_random(Runtime& runtime, Moves& moves, std::uint64_t seed) {
  std::mt19937_64 chance(seed);
  auto const one_of = [&chance](auto const& from) {
    return from[std::uniform_int_distribution<std::size_t>(0, from.size() - 1)(chance)];
  };
  auto const choose = [&](PlayInstruction const& instruction, Chosen chosen) {
    for (auto const& draw : instruction.draws)
      chosen.drawn.push_back(one_of(draw.choices));
    for (auto const& domain : open_domains(runtime, instruction))
      chosen.open.push_back(domain.values.empty() ? absent : one_of(domain.values));
    return chosen;
  };
  auto row = runtime.start();
  auto const* beginning = runtime.program().beginning();
  auto next =
      runtime.run(*beginning->instruction, row, beginning->declared->to, choose(*beginning->instruction, {}));
  for (int step = 0; step < 60 && next; ++step) {
    row = *next;
    auto const standing = runtime.standing(row);
    if (standing.next == Standing::Next::end) return std::nullopt;
    if (standing.next == Standing::Next::deadlock)
      return PlayFault{FaultType::deadlock, standing.phase->name};
    if (standing.next == Standing::Next::fault) return PlayFault{standing.fault, standing.details};
    if (standing.next == Standing::Next::fire) {
      auto const& instruction = *standing.transition->instruction;
      next = runtime.run(instruction, row, standing.transition->declared->to, choose(instruction, {}));
      continue;
    }
    auto const legal = moves.legal(*standing.phase, row);
    if (legal.empty()) return PlayFault{FaultType::dead_wait, standing.phase->name};
    auto const move = one_of(legal);
    auto const& instruction = standing.phase->actions[move.action].instruction;
    next = runtime.run(instruction, row, standing.phase->name, choose(instruction, {.inputs = *move.inputs}),
                       move.player);
  }
  if (!next) return next.error();
  return std::nullopt;
}

TEST(FaultSearch, NobodyMeetsAFaultInAGameThatItCallsClean) {
  int clean = 0;
  for (std::uint64_t seed = 1; seed <= games_made; ++seed) {
    game::Game const game(files_of(made_sketch(seed)));
    auto const outcome = search_faults(game, usual_players(2));
    if (!outcome.complete || !outcome.faults.empty()) continue;
    ++clean;
    Runtime runtime(game, usual_players(2));
    Moves moves(runtime);
    for (std::uint64_t play = 0; play < 20; ++play) {
      auto const fault = played_at_random(runtime, moves, play);
      ASSERT_FALSE(fault) << "game " << seed << ", play " << play << ": " << word_of(fault->type) << " "
                          << fault->details;
    }
  }
  EXPECT_GT(clean, 10);
}

} // namespace
