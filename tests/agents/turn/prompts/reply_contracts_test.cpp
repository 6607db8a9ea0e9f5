#include "agents/turn/prompts/reply_contracts.hpp"
#include "tests/agents/turn/engine_corpus.hpp"

#include <functional>
#include <gtest/gtest.h>

namespace artifactd::turn {
namespace {

std::vector<std::string> shapes_of(StateRules const& rules) {
  std::vector<Character> const nobody;
  Bench const bench{rules, nobody, {}};
  return {checks_contract(bench, {}).shape.text, outcome_contract(bench, {}).shape.text,
          narrator_contract(bench, {}).shape.text};
}

/// Shapes are kept between turns, also of other stories.
TEST(ReplyContracts, HaveTheShapeOfTheirOwnRulesWhicheverCameBefore) {
  auto const rules = corpus_rules();
  auto const before = shapes_of(rules);
  auto const changed = [&](std::function<void(StateRules&)> const& change) {
    auto other = rules;
    change(other);
    return shapes_of(other);
  };
  auto const for_others = changed([](StateRules& it) { it.cast.ids = {"nobody"}; });
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NE(for_others[i], before[i]);
  EXPECT_NE(changed([](StateRules& it) { it.mechanics.uses_dice = !it.mechanics.uses_dice; })[0], before[0]);
  EXPECT_NE(changed([](StateRules& it) {
              it.mechanics.time = it.mechanics.time ? std::nullopt : std::optional(TimeRule());
            })[0],
            before[0]);
  EXPECT_NE(changed([](StateRules& it) {
              it.mechanics.checks = it.mechanics.checks ? std::nullopt : std::optional(CheckRule());
            })[0],
            before[0]);
  EXPECT_EQ(shapes_of(rules), before);
}

TEST(ReplyContracts, OnlyThoseInvolvedRoll) {
  auto const rules = corpus_rules();
  std::vector<Character> const nobody;
  Bench const bench{rules, nobody, {}};
  auto const rolling = [&](Json const& present) {
    auto state = corpus_state();
    state.state["present"] = present;
    auto const schema = checks_contract(bench, state).shape.schema();
    return schema["properties"]["dice_request"]["items"]["properties"]["character_id"]["enum"];
  };
  EXPECT_EQ(rolling({"lena"}), Json({"lena", "user-persona"}));
  EXPECT_EQ(rolling({"marc", "lena", "user-persona"}), Json({"lena", "marc", "user-persona"}));
  EXPECT_EQ(rolling(Json::array()), Json({"user-persona"}));
}

/// The prompts ask for no more.
TEST(ReplyContracts, AMemoryIsReinforcedByItsIdAlone) {
  auto const rules = corpus_rules();
  std::vector<Character> const nobody;
  std::vector<Observation> const told = {{.id = "o1", .character_id = "lena", .content = "The lamp is lit."}};
  Bench const bench{rules, nobody, told};
  auto const reply = Json::parse(R"({"resolved_outcome": "It flickers.", "state_ops": [], "new_observations":
      [{"reinforces": "o1"}, {"reinforces": "o1", "character_id": "lena", "importance": 4}]})");
  EXPECT_TRUE(outcome_contract(bench, corpus_state()).check(reply).empty());
  auto const observations = ruleset_reply(bench, reply).observations;
  ASSERT_EQ(observations.size(), 2U);
  for (auto const& each : observations) {
    EXPECT_EQ(each.character_id, "lena");
    EXPECT_EQ(each.reinforces, "o1");
  }
  EXPECT_EQ(observations[1].importance, 4);
}

} // namespace
} // namespace artifactd::turn
