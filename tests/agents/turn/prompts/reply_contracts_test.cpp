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

} // namespace
} // namespace artifactd::turn
