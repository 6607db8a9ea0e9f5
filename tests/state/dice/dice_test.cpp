#include "state/dice/draws.hpp"
#include "state/dice/roll.hpp"
#include "tests/support/source_dir.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace artifactd::dice {
namespace {

nlohmann::json corpus(char const* name) {
  std::ifstream file(test::source_dir() + "/tests/state/dice/" + name);
  return nlohmann::json::parse(file);
}

/// The dice in the pool at the end, with dropped ones in parentheses.
std::string pool(Rolled const& rolled) {
  std::string text;
  for (auto const& die : rolled.dice) {
    if (die.rerolled) continue;
    text += text.empty() ? "" : " ";
    text += die.dropped ? "(" + std::to_string(die.value) + ")" : std::to_string(die.value);
  }
  return text;
}

TEST(Draws, AreTheWordsThatAnybodyCanCompute) {
  Draws draws("abc");
  for (auto const expected : {2604584279624521667U, 2234041928015646792U, 7702699817038373320U,
                              1015655464664513357U, 11823210622271127401U})
    EXPECT_EQ(draws.word(), expected);
}

TEST(Draws, AreFacesWithoutBias) {
  Draws draws("abc");
  for (auto const expected : {8U, 13U, 1U, 18U, 2U, 2U, 12U, 1U, 4U, 11U})
    EXPECT_EQ(draws.face(20), expected);
}

TEST(Draws, HaveASeedForEachRollOfAStory) {
  EXPECT_EQ(roll_seed("4f0c1d", 1, 0), "32c25311efe294dcd7f1da681e94a0c9");
  EXPECT_NE(roll_seed("4f0c1d", 1, 0, 1), roll_seed("4f0c1d", 1, 0));
}

TEST(Draws, BeginWithAnotherSeedEachTime) {
  EXPECT_EQ(fresh_seed().size(), 32U);
  EXPECT_NE(fresh_seed(), fresh_seed());
}

RC_GTEST_PROP(Draws, AreFacesOfTheDie, (std::string const& seed)) {
  auto const sides = *rc::gen::inRange<std::uint64_t>(1, most_sides + 1);
  auto const face = Draws(seed).face(sides);
  RC_ASSERT(face >= 1U);
  RC_ASSERT(face <= sides);
}

TEST(Dice, RollWhatAnotherImplementationRolls) {
  auto const rows = corpus("rolls.json");
  ASSERT_GE(rows.size(), 150U);
  for (auto const& row : rows) {
    SCOPED_TRACE(row["expression"].get<std::string>());
    auto const rolled = roll(row["expression"].get<std::string>(), row["seed"].get<std::string>());
    if (!rolled) {
      ADD_FAILURE() << rolled.error().message;
      continue;
    }
    EXPECT_EQ(rolled->total, row["total"]);
    EXPECT_EQ(rolled->modifier, row["modifier"]);
    EXPECT_EQ(pool(*rolled), row["pool"].get_ref<std::string const&>());
  }
}

TEST(Dice, RefuseWhatHasNoMeaningAtItsByte) {
  auto const rows = corpus("errors.json");
  ASSERT_GE(rows.size(), 60U);
  for (auto const& row : rows) {
    SCOPED_TRACE(row["expression"].get<std::string>());
    auto const rolled = roll(row["expression"].get<std::string>(), "seed");
    if (rolled) {
      ADD_FAILURE() << "rolled " << rolled->total;
      continue;
    }
    EXPECT_EQ(code_word(rolled.error().code), row["code"].get_ref<std::string const&>());
    EXPECT_EQ(rolled.error().byte, row["byte"]);
    EXPECT_FALSE(rolled.error().message.empty());
  }
}

TEST(Dice, AreRefusedBeyondTheLongestExpression) {
  std::string const longest = "1" + std::string(longest_expression - 1, ' ');
  EXPECT_TRUE(parse(longest).has_value());
  auto const longer = parse(longest + " ");
  ASSERT_FALSE(longer.has_value());
  EXPECT_EQ(longer.error().code, Code::too_long);
  EXPECT_EQ(longer.error().byte, longest_expression);
}

TEST(Dice, SayWhatToWriteInsteadOfAnotherProgramsNotation) {
  EXPECT_EQ(parse("4d6d1").error().hint,
            "Write dl1 to drop the lowest die, dh1 the highest, or a sign between dice.");
  EXPECT_EQ(parse("1d20+@str").error().hint, "Put the number in: 1d20+3.");
}

TEST(Dice, ShowEveryDieThatLayOnTheTable) {
  // Seeds chosen so that rerolls and explosions occur.
  auto const rerolled = roll("4d6ro1", "s");
  ASSERT_TRUE(rerolled.has_value());
  EXPECT_EQ(to_text(*rerolled), "4d6ro1 = 13  [~1~ 1 6 ~1~ 1 5]");
  auto const exploded = roll("6d6!", "s");
  ASSERT_TRUE(exploded.has_value());
  EXPECT_EQ(to_text(*exploded), "6d6! = 19  [1 6! 4 1 5 1 1]");
  auto const dropped = roll("2d20kh", "s");
  ASSERT_TRUE(dropped.has_value());
  EXPECT_EQ(to_json(*dropped).dump(),
            R"({"expression":"2d20kh","seed":"s","generator":"artifactd-dice-1","total":11,"modifier":0,)"
            R"("rolls":[11],"dice":[{"sides":20,"value":11},{"sides":20,"value":4,"dropped":true}]})");
}

TEST(Dice, KeepTheFaceThatABoundReplaced) {
  auto const rolled = roll("6d6mi3", "s");
  ASSERT_TRUE(rolled.has_value());
  auto const json = to_json(*rolled);
  EXPECT_EQ(json["dice"][0]["value"], 3);
  EXPECT_EQ(json["dice"][0]["face"], 1);
}

RC_GTEST_PROP(Dice, KeepAndDropAreComplements, ()) {
  auto const count = *rc::gen::inRange(1, 30);
  auto const kept = *rc::gen::inRange(0, 35);
  auto const seed = std::to_string(*rc::gen::arbitrary<int>());
  auto const dice = std::to_string(count) + "d6";
  auto const sum = [&](std::string const& modifier) { return roll(dice + modifier, seed)->total; };
  RC_ASSERT(sum("kh" + std::to_string(kept)) + sum("dh" + std::to_string(kept)) == sum(""));
  RC_ASSERT(sum("kl" + std::to_string(kept)) + sum("dl" + std::to_string(kept)) == sum(""));
}

RC_GTEST_PROP(Dice, NeitherCrashNorDependOnAnythingButTextAndSeed, ()) {
  auto const text = *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("0123456789dD%fFkhlrom!ia<>=+-*/() \t{@")));
  auto const once = roll(text, "seed");
  auto const again = roll(text, "seed");
  RC_ASSERT(once.has_value() == again.has_value());
  if (once) {
    RC_ASSERT(to_json(*once) == to_json(*again));
    RC_ASSERT(once->dice.size() <= most_dice);
  } else {
    RC_ASSERT(once.error().byte <= text.size());
  }
}

TEST(Dice, ARollIsReadBackAsItWasWritten) {
  for (auto const* text : {"4d6kh3", "5d10!>=9", "4d6r1", "8d8mi2", "5d10>=8", "4dF+1", "(2d6+3)*2"}) {
    auto const rolled = roll(text, "abc");
    ASSERT_TRUE(rolled);
    auto const again = rolled_from_json(to_json(*rolled));
    ASSERT_TRUE(again);
    EXPECT_EQ(to_json(*again), to_json(*rolled));
  }
  EXPECT_FALSE(rolled_from_json(nlohmann::ordered_json{{"total", "three"}}));
}

} // namespace
} // namespace artifactd::dice
