// The common prefix of two consecutive prompts of a step: endpoints cache it, so it must contain everything
// that a story does not change.
#include "agents/model/endpoint/anthropic.hpp"
#include "agents/model/endpoint/openai.hpp"
#include "agents/turn/prompts/reply_contracts.hpp"
#include "agents/turn/prompts/step_prompts.hpp"
#include "tests/agents/turn/engine_corpus.hpp"

#include <algorithm>
#include <gmock/gmock.h>

namespace artifactd::turn {
namespace {

using testing::HasSubstr;

Frozen cached_story() {
  Frozen story;
  story.ruleset.rulebook_text = "RULEBOOK: roll only when it matters.";
  story.ruleset.scene_state_schema = {{"type", "object"}, {"description", "SCHEMA"}};
  story.world_lore.lore_text = "LORE: rumours have teeth.";
  story.scenario.tone = "TONE";
  for (auto const* id : {"lena", "marc", "user-persona"})
    story.characters.push_back({.id = id,
                                .name = id,
                                .base_profile = {{"description", std::string("PROFILE of ") + id}},
                                .ruleset_id = "r",
                                .stat_block = {{"warmth", 3}}});
  return story;
}

class PromptCache : public testing::Test {
protected:
  /// The four requests of a turn, by step, as the model layer receives them.
  std::map<std::string, model::Request> requests_of(int turn) {
    auto const text = "I wait, for turn " + std::to_string(turn);
    auto state = corpus_state();
    state.state["weather"] = "rain of turn " + std::to_string(turn);
    Observation const seen{.id = "o" + std::to_string(turn),
                           .character_id = "lena",
                           .content = "Seen in turn " + std::to_string(turn),
                           .importance = turn};
    std::vector<Remembered> const memories = {remembered({}, seen, {.at = turn, .scene_index = turn})};
    auto const told_now = told(documents_, text, "Before " + text, state);
    Bench const bench{documents_.rules, documents_.story.characters, {}};
    auto const request = [](Prompt const& prompt, model::Contract const& contract) {
      auto made = ready(prompt, contract.shape, 1 << 20)->request;
      made.shape = contract.shape;
      return made;
    };
    return {
        {"checks", request(checks_prompt(told_now, state, memories), checks_contract(bench, state))},
        {"outcome", request(outcome_prompt(told_now, state, memories, {}), outcome_contract(bench, state))},
        {"reflection",
         request(reflection_prompt(told_now, documents_.story.characters[0], state, text, memories, {}),
                 reflection_contract())},
        {"narrator", request(narrator_prompt(told_now, state, text, {}, {}, "Before " + text),
                             narrator_contract(bench, state))}};
  }

  /// The common prefix of the bodies of each step's first two turns.
  template <class BodyOf>
  std::map<std::string, std::string> common(BodyOf body_of) {
    auto const first = requests_of(1);
    auto const second = requests_of(2);
    std::map<std::string, std::string> prefixes;
    for (auto const& [step, request] : first) {
      auto const one = body_of(request);
      auto const other = body_of(second.at(step));
      auto const end = std::ranges::mismatch(one, other).in1;
      prefixes[step] = std::string(one.begin(), end);
      EXPECT_NE(one, other) << step;
      EXPECT_EQ(request.shape->schema(), second.at(step).shape->schema()) << step;
    }
    return prefixes;
  }

  static void expect_all_that_stays(std::map<std::string, std::string> const& prefixes) {
    for (auto const* step : {"checks", "outcome"}) {
      EXPECT_THAT(prefixes.at(step), HasSubstr("You ")) << step; // the system text
      for (auto const* part : {"RULEBOOK", "SCHEMA", "LORE", "Character stat blocks"})
        EXPECT_THAT(prefixes.at(step), HasSubstr(part)) << step;
    }
    for (auto const* part : {"You are one character", "PROFILE of lena", "Stat block"})
      EXPECT_THAT(prefixes.at("reflection"), HasSubstr(part));
    for (auto const* part : {"You narrate a scene.", "RULEBOOK", "SCHEMA", "LORE", "TONE"})
      EXPECT_THAT(prefixes.at("narrator"), HasSubstr(part));
  }

  ToldDocuments documents_{cached_story(), corpus_rules(), {}};
  model::Endpoint endpoint_{.base_url = "http://127.0.0.1:1", .model = "m"};
};

TEST_F(PromptCache, CoversAllThatAStoryDoesNotChangeAndMarksItForAnthropic) {
  auto const prefixes =
      common([&](model::Request const& request) { return model::anthropic::body_of(request, endpoint_); });
  expect_all_that_stays(prefixes);
  constexpr std::string_view mark = R"("cache_control":{"type":"ephemeral"})";
  for (auto const& [step, prefix] : prefixes) {
    auto const system = prefix.find(mark);
    ASSERT_NE(system, std::string::npos) << step;
    auto const constant = prefix.find(mark, system + mark.size());
    EXPECT_NE(constant, std::string::npos) << step << ": the story's constant parts are not marked";
    EXPECT_EQ(prefix.find(mark, constant + mark.size()), std::string::npos) << step;
    EXPECT_THAT(prefix.substr(constant), testing::Not(HasSubstr("Content rules"))) << step;
  }
}

TEST_F(PromptCache, CoversAllThatAStoryDoesNotChangeForOpenAi) {
  endpoint_.dialect = model::Dialect::openai;
  expect_all_that_stays(
      common([&](model::Request const& request) { return model::openai::body_of(request, endpoint_); }));
}

} // namespace
} // namespace artifactd::turn
