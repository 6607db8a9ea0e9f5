// How a turn came about, in the form a person reads.
#include "tests/e2e/turn_site.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class TurnWhy : public TurnSite {
protected:
  [[nodiscard]] std::string why(std::vector<std::string> const& more = {}) const {
    std::vector<std::string> words = {"turn", "why", "s"};
    words.insert(words.end(), more.begin(), more.end());
    auto const told = site.artifactctl(words);
    EXPECT_EQ(told.exit, 0) << told.err;
    return told.out;
  }
};

TEST_F(TurnWhy, TellsCheckDiceOpsMemoriesLoreAndCalls) {
  begin();
  ASSERT_EQ(say("I give him the letter.").exit, 0);
  auto const first = why();
  EXPECT_THAT(first,
              AllOf(HasSubstr("said        I give him the letter."), HasSubstr("check       2d6+"),
                    HasSubstr("(Ada (ada-persona), "), HasSubstr("10 or more: said and heard; 7 or more")));
  EXPECT_THAT(first, AllOf(HasSubstr("outcome     "), HasSubstr("acts        Emil (emil): ")));
  EXPECT_THAT(first, AllOf(HasSubstr("time        passes: minutes_left: 12 → 11"), HasSubstr("trust "),
                           HasSubstr("Ada (ada-persona) – Emil (emil): "), HasSubstr("set pressure: ")));
  EXPECT_THAT(first, AllOf(HasSubstr("observed    "), HasSubstr("told        the rules"),
                           HasSubstr("told        Emil (emil)"), HasSubstr(" × 1.00  ")));
  EXPECT_THAT(first, AllOf(HasSubstr("lore        entry "), HasSubstr("always told")));
  EXPECT_THAT(first, AllOf(HasSubstr("model       checks, asked: scripted, prompt 1-"),
                           HasSubstr("reflection of Emil (emil), asked"), HasSubstr("all calls   ")));
  EXPECT_THAT(why({"0"}), HasSubstr("nobody yet: the story begins here"));
  EXPECT_EQ(site.artifactctl({"turn", "why", "s", "9"}).exit, 3);
  EXPECT_EQ(site.json({"turn", "why", "s"})["events"][0]["event_type"], "user_action");
}

TEST_F(TurnWhy, TellsEachRepairAndRetryAndFailedAttempt) {
  begin();
  script(R"([{"step": "narrator", "reply": "no JSON at all"}])");
  EXPECT_EQ(say("I say hello.", {"--id", "a1"}).exit, 1);
  script(R"([{"step": "narrator", "rung": "first", "reply": {"narration_text": 7}}])");
  ASSERT_EQ(say("I say hello.", {"--id", "a1"}).exit, 0);
  auto const told = why();
  EXPECT_THAT(told, AllOf(HasSubstr("narration, asked: scripted"), HasSubstr("fault: at /narration_text"),
                          HasSubstr("failed      narration, retry: scripted"),
                          HasSubstr("failed      turn.contract: after 3 calls"), HasSubstr("narration_text"),
                          HasSubstr("narration, repair: scripted")));
  ASSERT_EQ(site.artifactctl({"turn", "retry", "s", "--reroll"}).exit, 0);
  EXPECT_THAT(why(), HasSubstr("retry       with other dice"));
}

TEST_F(TurnWhy, AMemoryThatAReplyNamesByItsIdAloneIsReinforced) {
  begin();
  auto const memory = [&] { return site.json({"turn", "observations", "s", "emil"})["observations"][0]; };
  auto const before = memory();
  script(R"([{"step": "checks", "set": {"dice_request": [], "resolved_outcome": "It is quiet.",
              "new_observations": [{"reinforces": ")" +
         before["id"].get<std::string>() + R"("}]}}])");
  auto const said = say("I wait.", {"--wait", "20s"});
  ASSERT_EQ(said.exit, 0) << said.err;
  EXPECT_EQ(memory()["id"], before["id"]);
  EXPECT_EQ(memory()["reinforcement_count"], before["reinforcement_count"].get<int>() + 1);
  expect_sound();
}

TEST_F(TurnWhy, MemoriesAreThoseThatWereToldWithTheirWeightsThen) {
  begin();
  ASSERT_EQ(say("I give him the letter.").exit, 0);
  ASSERT_EQ(say("I say hello.").exit, 0);
  auto const second = why();
  auto const known = site.json({"turn", "observations", "s", "emil", "--turn", "1"})["observations"];
  ASSERT_FALSE(known.empty());
  for (auto const& each : known) {
    auto const words = each["content"].get<std::string>();
    EXPECT_THAT(second, HasSubstr(words.substr(0, words.find(' ')))) << words;
  }
  ASSERT_EQ(site.artifactctl({"turn", "branch", "s", "b"}).exit, 0);
  EXPECT_THAT(site.artifactctl({"turn", "why", "b"}).out, HasSubstr("not known: the turn was not played"));
}

TEST_F(TurnWhy, ShowsNothingThatATerminalWouldObey) {
  begin();
  script(R"([{"step": "narrator", "set": {"narration_text": "\u001b[2Jx\u202e", "new_observations":
    [{"character_id": "emil", "content": "\u001b]0;title\u0007 \u2066seen", "importance": 3}]}},
    {"step": "reflection", "set": {"action_text": "\u001b[31mred\u200f", "intent_tags": ["\u001b[5m"]}}])");
  ASSERT_EQ(say("I \x1b[1msay\x1b[0m \u202ehello.").exit, 0);
  ASSERT_EQ(say("And again.").exit, 0);
  for (auto const& told : {why(), why({"1"}), site.artifactctl({"turn", "log", "s"}).out,
                           site.artifactctl({"turn", "observations", "s"}).out})
    for (auto const* harm : {"\x1b", "\x07", "\u202e", "\u2066", "\u200f"})
      EXPECT_THAT(told, Not(HasSubstr(harm)));
}

TEST_F(TurnWhy, PeopleAreNamedWhereverTheirIdsWere) {
  begin();
  ASSERT_EQ(say("I give him the letter.").exit, 0);
  for (auto const* look : {"log", "scene", "relations", "observations"})
    EXPECT_THAT(site.artifactctl({"turn", look, "s"}).out, HasSubstr("Ada (ada-persona)")) << look;
}

} // namespace
} // namespace artifactd::test
