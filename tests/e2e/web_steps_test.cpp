// What players ask over HTTP: the turns of a story, reports about plays, corrections.
#include "tests/e2e/web_site.hpp"
#include "tests/support/told_play.hpp"

#include <filesystem>
#include <fstream>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class WebTurns : public WebSite {
protected:
  WebTurns() : WebSite("", Start::later) {
    auto const examples = fs::path(SOURCE_DIR) / "examples/turns";
    fs::permissions(site_.path(), fs::perms::all); // for a model that runs as nobody
    std::ofstream(site_.path() / "script.json") << "[]";
    start("[turn]\nsmall = \"scripted\"\nlarge = \"scripted\"\n[models.scripted]\nkind = \"command\"\nfree = "
          "true\n"
          "command = [\"env\", \"ARTIFACTD_SCRIPT=" +
          (site_.path() / "script.json").string() + "\", \"ARTIFACTD_SCRIPT_LOG=" +
          (site_.path() / "calls").string() + "\", \"" + (examples / "model.py").string() + "\"]\n");
    EXPECT_EQ(site_.artifactctl({"turn", "import", (examples / "last-stop").string()}).exit, 0);
    session_ = std::make_unique<SessionDir>(site_.session("s1"));
    auto const begun = site_.artifactctl({"turn", "begin", session_->path().string(), "--scenario",
                                          "twelve-minutes-to-harrow-quay", "--seed", "abc", "--id", "begin"});
    EXPECT_EQ(begun.exit, 0) << begun.err;
    all_ = token("operator");
  }
  /// Once it is complete.
  [[nodiscard]] HttpAnswer turn(std::string const& id, std::string const& text) {
    auto answer =
        post(path_, {.token = all_, .body = R"({"user_action_id":")" + id + R"(","text":")" + text + "\"}"});
    EXPECT_TRUE(eventually([&] {
      if (answer.status == 202) answer = get(answer.headers["location"], {.token = all_});
      return answer.status != 202;
    }));
    return answer;
  }

  std::unique_ptr<SessionDir> session_;
  std::string path_ = "/api/v1/sessions/" + id("s1") + "/turns";
  std::string all_ = {};
};

TEST_F(WebTurns, ATurnIsPlayedOnce) {
  auto const told = turn("a1", "I say hello.");
  ASSERT_EQ(told.status, 200) << told.body;
  EXPECT_EQ(told.json()["user_action_id"], "a1");
  EXPECT_FALSE(told.json()["narration_text"].get<std::string>().empty());
  EXPECT_EQ(turn("a1", "I say hello.").body, told.body) << "the same id is the same turn";
  EXPECT_EQ(
      post(path_, {.token = all_, .body = R"({"user_action_id":"a1","text":"Something else."})"}).status,
      409);
  EXPECT_EQ(get(path_ + "/a1", {.token = all_}).body, told.body);
  EXPECT_EQ(get(path_ + "/nothing", {.token = all_}).status, 404);
  EXPECT_EQ(get(path_, {.token = all_}).json()["scene_index"], told.json()["scene_index"]);
}

TEST_F(WebTurns, WhatIsWrongWithOneIsSaid) {
  EXPECT_EQ(post(path_, {.token = all_, .body = R"({"text":"no id"})"}).status, 400);
  EXPECT_EQ(post(path_, {.token = all_, .body = R"({"user_action_id":"a1"})"}).status, 400);
  auto const stale =
      post(path_, {.token = all_, .body = R"({"user_action_id":"a2","text":"x","expect_scene":99})"});
  EXPECT_EQ(stale.status, 422) << stale.body;
  EXPECT_EQ(stale.json()["findings"][0]["code"], "turn.stale");
  EXPECT_EQ(turn("a2", "I wait.").status, 200) << "nothing of the refused one is left";
}

class WebReports : public WebSite {
protected:
  WebReports() : WebSite("[play]\nconfirm = \"owner\"\n[[agent]]\nkinds = [\"kg\"]\nprofile = \"game\"\n") {
    auto told = play::Value::parse(R"({"game": "race", "script": ["ada throw", "ben throw"],
                                       "state": {"players": {"ada": {"place": 0}}}})");
    told["id"] = "p1";
    auto const played = play::told_play(told);
    auto const session = site_.session("s1").path();
    fs::create_directories(session / "artifacts/game");
    fs::create_directories(session / "play");
    for (auto const& file : played.files)
      std::ofstream(session / "artifacts/game" / file.name) << file.bytes;
    play::write_record((session / "play").string(), played, "game");
  }
  [[nodiscard]] HttpAnswer report(std::string const& body) {
    auto answer = post("/api/sim/s1/report-issue", {.token = all_, .body = body});
    EXPECT_TRUE(eventually([&] {
      if (answer.status == 202) answer = get(answer.headers["location"], {.token = all_});
      return answer.status != 202;
    }));
    return answer;
  }
  [[nodiscard]] HttpAnswer decide(std::string const& id, std::string const& body) {
    return post("/api/sim/s1/corrections/" + id, {.token = all_, .body = body});
  }
  [[nodiscard]] nlohmann::json place() const {
    std::ifstream in(site_.session("s1").path() / "play/p1/state.json");
    return nlohmann::json::parse(in)["players"]["ada"]["place"];
  }

  std::string all_ = token("operator");
};

TEST_F(WebReports, AreAnsweredByCategoryAndACorrectionIsConfirmed) {
  auto const answer = report(R"({"message":"I stand at the start again","playerId":"ada"})");
  ASSERT_EQ(answer.status, 200) << answer.body;
  ASSERT_EQ(answer.json()["category"], "STATE_CORRECTION");
  auto const id = answer.json()["proposal"]["id"].get<std::string>();
  EXPECT_EQ(place(), 0);
  EXPECT_EQ(decide(id, "{}").status, 400);
  EXPECT_EQ(decide("nothing", R"({"confirm":true})").status, 404);
  auto const done = decide(id, R"({"confirm":true})");
  EXPECT_EQ(done.status, 200) << done.body;
  EXPECT_EQ(done.json()["proposal"]["state"], "confirmed");
  EXPECT_NE(place(), 0);
  EXPECT_EQ(decide(id, R"({"confirm":true})").status, 409) << "not twice";
}

TEST_F(WebReports, ACorrectionIsRejected) {
  auto const id =
      report(R"({"message":"I stand at the start again","playerId":"ada"})").json()["proposal"]["id"];
  EXPECT_EQ(decide(id, R"({"confirm":false})").json()["proposal"]["state"], "rejected");
  EXPECT_EQ(place(), 0);
}

TEST_F(WebReports, WhatIsWrongWithOneIsSaid) {
  EXPECT_EQ(report("{}").status, 400);
  auto const stranger = report(R"({"message":"x","playerId":"eve"})");
  EXPECT_EQ(stranger.status, 422) << stranger.body;
  EXPECT_EQ(stranger.json()["findings"][0]["code"], "report.no_player");
  EXPECT_EQ(post("/api/sim/nothing/report-issue", {.token = all_, .body = R"({"message":"x"})"}).status, 404);
  EXPECT_EQ(
      post("/api/sim/s1/report-issue", {.token = token("content"), .body = R"({"message":"x"})"}).status,
      403);
}

} // namespace
} // namespace artifactd::test
