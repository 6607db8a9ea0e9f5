// turn_say and report_issue of `artifactctl mcp`: an agent that plays a story, and one that reports about a
// play.
#include "tests/e2e/mcp_client.hpp"
#include "tests/e2e/turn_site.hpp"
#include "tests/support/told_play.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;

class McpStory : public TurnSite {};

TEST_F(McpStory, ATurnIsPlayedOnceForEachAction) {
  begin();
  RunningDaemon const daemon(site);
  McpClient agent(site, directory.path(), "player");
  Json const said{{"text", "I say hello."}, {"user_action_id", "a1"}, {"expect_scene", 0}};
  auto const id = agent.send("tools/call",
                             {{"name", "turn_say"}, {"arguments", said}, {"_meta", {{"progressToken", 1}}}});
  auto const played = agent.answer_to(id)["result"];
  EXPECT_FALSE(played.contains("isError")) << played;
  EXPECT_EQ(agent.structured(played)["outcome"], "played");
  EXPECT_EQ(agent.structured(played)["scene_index"], 1);
  EXPECT_FALSE(agent.structured(played)["narration_text"].get<std::string>().empty());
  auto const& all = agent.messages();
  EXPECT_TRUE(std::ranges::any_of(all, [](Json const& each) {
    return each.value("method", "") == "notifications/progress";
  })) << agent.output();

  auto const asked = calls();
  EXPECT_EQ(agent.structured(agent.call("turn_say", said))["scene_index"], 1);
  EXPECT_EQ(calls(), asked);
  auto const stale = agent.call("turn_say", {{"text", "I wait."}, {"expect_scene", 0}});
  EXPECT_EQ(stale["isError"], true);
  EXPECT_THAT(agent.structured(stale)["findings"].dump(), HasSubstr("turn.stale"));
  EXPECT_EQ(scene(), 1);
}

TEST_F(McpStory, ATurnThatTakesLongerIsWaitedFor) {
  begin();
  script(R"([{"sleep": 1.5}])");
  RunningDaemon const daemon(site);
  McpClient agent(site, directory.path(), "player", {"--wait", "300ms"});
  auto told = agent.call("turn_say", {{"text", "I say hello."}});
  int waits = 0;
  while (agent.structured(told)["outcome"] == "pending" && waits < 300) {
    told = agent.call("wait", {{"signal", agent.structured(told)["signal"]}});
    ++waits;
  }
  EXPECT_EQ(agent.structured(told)["outcome"], "played") << told;
  EXPECT_GT(waits, 0);
}

TEST(McpReport, IsAnsweredByTheRecordOfThePlay) {
  Site const site("[play]\nconfirm = \"owner\"\n");
  auto const session = site.session("s");
  auto told = play::Value::parse(R"({"game": "race", "script": ["ada throw", "ben throw"], "id": "p1",
                                     "state": {"players": {"ada": {"place": 0}}}})");
  auto const record = play::told_play(told);
  for (auto const& file : record.files)
    session.artifact("game", file.name, file.bytes);
  fs::create_directories(session / "play");
  play::write_record((session / "play").string(), record, "game");

  McpClient agent(site, session.path(), "player");
  auto const answer = agent.call("report_issue", {{"message", "I am at the start again"}, {"player", "ada"}});
  EXPECT_FALSE(answer.contains("isError")) << answer;
  EXPECT_EQ(agent.structured(answer)["outcome"], "answered");
  EXPECT_FALSE(agent.structured(answer)["category"].get<std::string>().empty()) << answer;
  auto const refused = agent.call("report_issue", {{"message", "it is wrong"}, {"play", "none"}});
  EXPECT_EQ(refused["isError"], true) << refused;
  for (auto const& entry : fs::directory_iterator(session.path()))
    EXPECT_FALSE(entry.path().string().ends_with(".report.lock.error")) << entry.path();
}

} // namespace
} // namespace artifactd::test
