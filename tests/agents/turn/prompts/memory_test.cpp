#include "agents/turn/prompts/memory.hpp"
#include "tests/agents/turn/engine_corpus.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::turn {
namespace {

constexpr Time minute = 60'000;

Observation observed(std::string id, int importance, Time at, std::int64_t count = 0) {
  return {std::move(id), "lena", "something", importance, count, at, 0};
}

std::string ids_of(std::vector<Remembered> const& memories) {
  std::string ids;
  for (auto const& each : memories)
    ids += each.observation.id;
  return ids;
}

TEST(Memory, FadesAsComputedElsewhere) {
  auto const corpus = engine_corpus("decay.json");
  ASSERT_GE(corpus["rows"].size(), 60U);
  for (auto const& row : corpus["rows"]) {
    SCOPED_TRACE(compact(row));
    auto const weight = decay_weight(row[3], row[2]);
    auto const multiplier = reinforcement_multiplier(row[1]);
    EXPECT_NEAR(weight, row[4].get<double>(), 1e-12);
    EXPECT_NEAR(multiplier, row[5].get<double>(), 1e-12);
    EXPECT_NEAR(priority(row[0], weight, multiplier), row[6].get<double>(), 1e-12);
  }
}

TEST(Memory, MultipliesInOneOrder) {
  double const weight = 0.1;
  double const multiplier = 1.15;
  EXPECT_EQ(priority(3, weight, multiplier), (3 * weight) * multiplier);
  EXPECT_NE(priority(3, weight, multiplier), 3 * (weight * multiplier)) << "or the order would not matter";
}

TEST(Memory, AgeIsThatOfItsClockAndNeverBelowZero) {
  Observation seen = observed("a", 1, 10 * minute);
  seen.scene_index = 4;
  Decay const wall;
  EXPECT_EQ(age_minutes(wall, seen, {12 * minute + 30'000, 99}), 2.5);
  EXPECT_EQ(age_minutes(wall, seen, {9 * minute, 99}), 0);
  Decay turns;
  turns.clock = Decay::Clock::turns;
  turns.minutes_per_turn = 1.5;
  EXPECT_EQ(age_minutes(turns, seen, {0, 8}), 6);
  EXPECT_EQ(age_minutes(turns, seen, {99 * minute, 3}), 0);
}

TEST(Memory, ClocksThatJumpByYearsLeaveFinitePriorities) {
  auto const far = remembered({}, observed("a", 5, INT64_MIN), {INT64_MAX, 0});
  EXPECT_EQ(far.priority, 0);
  EXPECT_EQ(remembered({}, observed("a", 5, INT64_MAX), {INT64_MIN, 0}).priority, 5);
}

TEST(Memory, TellsTheRulesetStepTheNewestFive) {
  std::vector<Observation> const all = {observed("a", 5, 1), observed("b", 1, 7), observed("c", 1, 6),
                                        observed("e", 1, 5), observed("d", 1, 5), observed("f", 1, 4),
                                        observed("g", 5, 3)};
  EXPECT_EQ(ids_of(newest(all, {}, {10, 0})), "bcdef");
  EXPECT_EQ(ids_of(newest(all, {}, {10, 0}, 2)), "bc");
  EXPECT_EQ(ids_of(newest({}, {}, {10, 0})), "");
}

TEST(Memory, TellsAReflectionTheStrongestTwelve) {
  std::vector<Observation> all;
  for (int i = 0; i < 20; ++i)
    all.push_back(observed(std::string(1, static_cast<char>('a' + i)), 1 + i % 5, i * minute));
  auto const told_ones = strongest(all, {}, {20 * minute, 0});
  EXPECT_EQ(told_ones.size(), strongest_told);
  EXPECT_EQ(ids_of(told_ones), "tojesnidrmhc");
}

TEST(Memory, BreaksTiesByTimeThenId) {
  Decay forgetful;
  forgetful.lambda = 1000; // weights of observations older than a minute are zero
  std::vector<Observation> const all = {observed("b", 5, 0), observed("a", 1, 0), observed("c", 1, minute),
                                        observed("d", 5, -minute)};
  EXPECT_EQ(ids_of(strongest(all, forgetful, {100 * minute, 0})), "cabd");
}

TEST(Memory, IsToldWithThreeDecimals) {
  auto memory = remembered({}, observed("a", 3, 0, 1), {10 * minute, 0});
  EXPECT_EQ(told_memory(memory), R"({"id":"a","content":"something","importance":3,"priority":3.282})");
  memory.priority = 3;
  EXPECT_EQ(told_memory(memory), R"({"id":"a","content":"something","importance":3,"priority":3.0})");
}

TEST(Memory, IsToldWithItsCharacterIfSeveralAre) {
  auto memory = remembered({}, observed("a", 3, 0, 1), {10 * minute, 0});
  memory.observation.character_id = "le\"na";
  memory.observation.content = "a \"quoted\" line\n";
  EXPECT_EQ(
      told_memory_of_character(memory),
      R"({"id":"a","content":"a \"quoted\" line\n","importance":3,"priority":3.282,"character_id":"le\"na"})");
}

TEST(Memory, TakesContentsForOneThatDifferInSpacesAndCase) {
  EXPECT_EQ(content_key(" The  timer\n STARTED "), content_key("the timer started"));
  EXPECT_EQ(content_key("ÄRGER"), content_key("ärger"));
  EXPECT_NE(content_key("the timer started."), content_key("the timer started"));
  EXPECT_NE(content_key("thetimer started"), content_key("the timer started"));
  EXPECT_EQ(content_key("The timer started"), "8ba15a750c6912ca6bf776fd12fe24b9") << "it is stored";
}

RC_GTEST_PROP(MemoryProperties, WaitingNeverChangesTheOrder, ()) {
  auto const ages = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 2000));
  std::vector<Observation> all;
  for (std::size_t i = 0; i < ages.size(); ++i)
    all.push_back(observed(std::to_string(i), 1 + ages[i] % 5, ages[i] * minute, ages[i] % 4));
  auto const wait = *rc::gen::inRange<Time>(0, 10'000);
  RC_ASSERT(ids_of(strongest(all, {}, {2000 * minute, 0})) ==
            ids_of(strongest(all, {}, {(2000 + wait) * minute, 0})));
}

} // namespace
} // namespace artifactd::turn
