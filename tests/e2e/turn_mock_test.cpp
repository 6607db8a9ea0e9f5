// Whole turns against a mock server that others wrote (npm: @copilotkit/aimock), in both dialects.
// ARTIFACTD_AIMOCK names its program (…/node_modules/.bin/llmock) or the directory that holds its
// node_modules.
#include "tests/e2e/turn_site.hpp"

#include <cstdlib>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;

std::string mock_program() {
  auto const* given = std::getenv("ARTIFACTD_AIMOCK");
  if (given == nullptr) return {};
  std::filesystem::path const path(given);
  for (auto const& each : {path / "node_modules/.bin/llmock", path.parent_path() / "llmock"})
    if (std::filesystem::exists(each)) return each.string();
  return {};
}

/// A fixture for a step, known by its system text, and a text of its last user message.
nlohmann::json fixture(std::string const& system, std::string const& user, nlohmann::json const& reply) {
  nlohmann::json match = {{"systemMessage", system}};
  if (!user.empty()) match["userMessage"] = user;
  return {{"match", std::move(match)}, {"response", {{"content", reply.dump()}}}};
}

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

/// The first that fits answers. The narrator of the first turn breaks its contract once.
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
    auto const program = mock_program();
    if (program.empty()) GTEST_SKIP() << "ARTIFACTD_AIMOCK names no @copilotkit/aimock";
    constexpr auto new_enough = "node -e 'const [a, b] = process.versions.node.split(`.`); process.exit(a > "
                                "20 || (a == 20 && b >= 15) ? 0 : 1)'";
    if (shell(new_enough).exit != 0) GTEST_SKIP() << "there is no node of 20.15 or later";
    std::ofstream(site.path() / "fixtures.json") << fixtures().dump();
    server_ = std::make_unique<Child>(
        Command{{"node", program, "-p", "0", "-f", (site.path() / "fixtures.json").string(), "--strict"}});
    ASSERT_TRUE(eventually([&] { return !url().empty(); })) << server_->out() << server_->err();
    bool const openai = std::string_view(GetParam()) == "openai";
    site.configure(std::string("[turn]\nsmall = \"mock\"\nlarge = \"mock\"\n[models.mock]\nkind = \"") +
                   GetParam() + "\"\nmodel = \"m-1\"\nfree = true\nretries = 0\nat_once = 16\nbase_url = \"" +
                   url() + (openai ? "/v1" : "") + "\"\n");
  }

  /// "... listening on http://127.0.0.1:40001"
  [[nodiscard]] std::string url() const {
    auto const heard = server_->out();
    auto const at = heard.find("http://127.0.0.1:");
    auto const end = heard.find_first_of(" \n", at);
    return at == std::string::npos || end == std::string::npos ? "" : heard.substr(at, end - at);
  }

  /// The calls that the server was sent, in its words.
  [[nodiscard]] nlohmann::json asked() const {
    auto const fetched = shell("node -e 'fetch(`" + url() +
                               "/__aimock/journal`).then(r => r.text()).then(t => process.stdout.write(t))'");
    return nlohmann::json::parse(fetched.out, nullptr, false);
  }

  /// No fixture fits these: in a test that is a fault of its own, whatever the turn made of the 503.
  [[nodiscard]] static long unmatched(nlohmann::json const& asked) {
    return std::ranges::count_if(
        asked, [](nlohmann::json const& call) { return call["response"]["fixture"].is_null(); });
  }

  std::unique_ptr<Child> server_;
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
  EXPECT_EQ(say("I leave.").exit, 6); // its narrator has no fixture: the server is taken for overloaded
  EXPECT_EQ(unmatched(asked()), 1);
  EXPECT_EQ(scene(), 0);
}

INSTANTIATE_TEST_SUITE_P(Dialects, MockedTurns, testing::Values("anthropic", "openai"),
                         [](auto const& each) { return std::string(each.param); });

} // namespace
} // namespace artifactd::test
