#include "agents/turn/store/step_spending.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

class SpendingOfSteps : public StoriesTest {
protected:
  std::string session = begin();

  void say_with(std::string const& action, Json const& payloads) {
    auto played = record(session, action);
    played.events.clear();
    for (auto const& payload : payloads)
      played.events.push_back(
          {payload.contains("failing") ? "error" : "model_output", "narrator", payload, "m", ""});
    EXPECT_EQ(commit_turn(store, played)->change, Change::written);
  }
};
INSTANTIATE_TEST_SUITE_P(Kept, SpendingOfSteps, everywhere, place_word);

TEST_P(SpendingOfSteps, AreThoseOfWrittenTurnsInTheStoryTheyWerePlayedIn) {
  auto const usage = [](int input, int output) {
    return Json{{"input", input}, {"cached", 5}, {"output", output}};
  };
  say_with("a1", {{{"call", "checks"}, {"usage", usage(100, 10)}},
                  {{"call", "narration"}, {"failing", "truncated"}, {"usage", usage(300, 0)}},
                  {{"call", "narration"}, {"usage", usage(300, 40)}}});
  auto const between = clock + 1;
  say_with("a2", {{{"call", "checks"}, {"usage", usage(120, 20)}}});
  ASSERT_TRUE(undo_turns(store, session, 1, asked("u")));
  ASSERT_TRUE(branch_story(store,
                           {.parent_session_id = session,
                            .session_id = "branch",
                            .scene_id = {},
                            .directory = directory(2),
                            .dice_seed = "def"},
                           asked("copy")));
  auto const all = *spending(store);
  EXPECT_EQ(all.turns, 2U);
  ASSERT_EQ(all.steps.size(), 2U);
  EXPECT_EQ(all.steps.at("checks").calls, 2U);
  EXPECT_EQ(all.steps.at("checks").usage, (model::Usage{.input = 220, .cached = 10, .output = 30}));
  EXPECT_EQ(all.steps.at("narration").calls, 2U);
  EXPECT_EQ(all.steps.at("narration").usage.input, 600U);
  EXPECT_EQ(spending(store, between)->turns, 1U);
  EXPECT_EQ(spending(store, 0, directory(1).path)->turns, 2U);
  EXPECT_EQ(spending(store, 0, "elsewhere")->turns, 0U);
}

} // namespace
} // namespace artifactd::turn
