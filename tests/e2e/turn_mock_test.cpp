// Whole turns against a third-party mock server, in both dialects.
#include "tests/e2e/mock_server.hpp"
#include "tests/e2e/turn_site.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;

nlohmann::json resolved(nlohmann::json const& dice, nlohmann::json const& outcome) {
  return {{"dice_request", dice},
          {"resolved_outcome", outcome},
          {"new_observations", nlohmann::json::array()},
          {"state_ops", nlohmann::json::array()}};
}

nlohmann::json narrated(std::string const& text, nlohmann::json const& ops, int importance) {
  return {{"narration_text", text},
          {"new_observations",
           {{{"character_id", "emil"}, {"content", "Ada spoke first."}, {"importance", importance}}}},
          {"state_ops", ops}};
}

/// The first fixture that matches answers. The narrator of the first turn breaks its contract once.
nlohmann::json fixtures() {
  nlohmann::json const enters = {{{"op", "append"}, {"path", "present"}, {"value", "ruth"}}};
  nlohmann::json const check = {
      {{"character_id", "ada-persona"}, {"stat", "nerve"}, {"reason", "He may not answer."}}};
  constexpr auto waiting = R"("text":"I wait.")";
  return {
      {"fixtures",
       {fixture("You resolve actions", waiting, resolved(nlohmann::json::array(), "Nobody minds.")),
        fixture("You resolve actions", "", resolved(check, nullptr)),
        fixture("You tell what a roll means", "",
                {{"resolved_outcome", "He looks up."},
                 {"new_observations", nlohmann::json::array()},
                 {"state_ops", nlohmann::json::array()}}),
        fixture("You are one character", R"("id":"emil")", {{"action_text", "Emil folds his map."}}),
        fixture("You are one character", R"("id":"ruth")", {{"action_text", "Ruth sits down."}}),
        fixture("You narrate", "This was refused", narrated("The door slides open.", enters, 3)),
        fixture("You narrate", waiting, narrated("The river goes by.", nlohmann::json::array(), 2)),
        fixture("You narrate", R"("text":"I say hello.")", narrated("The door slides open.", enters, 9))}}};
}

class MockedTurns : public TurnSite, public testing::WithParamInterface<char const*> {
protected:
  void SetUp() override {
    if (auto const missing = MockServer::missing(); !missing.empty()) GTEST_SKIP() << missing;
    server_ = std::make_unique<MockServer>(site, fixtures());
    site.configure("[turn]\nsmall = \"mock\"\nlarge = \"mock\"\n" + server_->settings(GetParam()));
  }

  [[nodiscard]] nlohmann::json asked() const { return server_->asked(); }

  /// Calls that match no fixture: a fault of the test itself, whatever the turn made of the 503.
  [[nodiscard]] static long unmatched(nlohmann::json const& asked) {
    return std::ranges::count_if(
        asked, [](nlohmann::json const& call) { return call["response"]["fixture"].is_null(); });
  }

  std::unique_ptr<MockServer> server_;
};

TEST_P(MockedTurns, PlayAStoryOverTheWire) {
  begin();
  auto const first = say("I say hello.");
  EXPECT_EQ(first.exit, 0) << first.out << first.err;
  EXPECT_THAT(first.out, HasSubstr("The door slides open."));
  auto const second = say("I wait.");
  EXPECT_EQ(second.exit, 0) << second.out << second.err;
  EXPECT_THAT(second.out, HasSubstr("Ruth sits down."));
  EXPECT_THAT(second.out, HasSubstr("The river goes by."));

  auto const calls = asked();
  ASSERT_TRUE(calls.is_array());
  EXPECT_EQ(unmatched(calls), 0) << calls.dump();
  // checks, outcome, Emil, the narrator and its repair; checks, Emil and Ruth, the narrator
  EXPECT_EQ(calls.size(), 9U);
  for (auto const& call : calls)
    EXPECT_EQ(call["path"],
              std::string_view(GetParam()) == "openai" ? "/v1/chat/completions" : "/v1/messages");
  auto const steps = site.json({"stats"})["turns"]["steps"];
  EXPECT_EQ(steps["narration"]["calls"], 3);
  EXPECT_EQ(steps["reflection"]["calls"], 3);
  expect_sound();
  EXPECT_EQ(asked().size(), 9U) << "a replay asks nobody";
}

TEST_P(MockedTurns, LeaveACallThatNoFixtureFitsInTheJournal) {
  begin();
  EXPECT_EQ(say("I leave.").exit, 6); // its narrator has no fixture: the server counts as overloaded
  EXPECT_EQ(unmatched(asked()), 1);
  EXPECT_EQ(scene(), 0);
}

INSTANTIATE_TEST_SUITE_P(Dialects, MockedTurns, testing::Values("anthropic", "openai"),
                         [](auto const& each) { return std::string(each.param); });

} // namespace
} // namespace artifactd::test
