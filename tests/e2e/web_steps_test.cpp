// What players ask over HTTP: the turns of a story, reports about plays, corrections.
#include "tests/e2e/web_site.hpp"
#include "tests/support/source_dir.hpp"
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
    auto const examples = fs::path(source_dir()) / "examples/turns";
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

  /// Once it is complete.
  [[nodiscard]] HttpAnswer step(std::string const& word, std::string const& body) {
    auto answer = post(story_ + "/" + word, {.token = all_, .body = body});
    EXPECT_TRUE(eventually([&] {
      if (answer.status == 202) answer = get(answer.headers["location"], {.token = all_});
      return answer.status != 202;
    }));
    return answer;
  }

  std::unique_ptr<SessionDir> session_;
  std::string story_ = "/api/v1/sessions/" + id("s1") + "/story";
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

TEST_F(WebTurns, TheStoryIsShown) {
  ASSERT_EQ(turn("a1", "I say hello.").status, 200);
  ASSERT_EQ(turn("a2", "I wait.").status, 200);
  auto const content = token("content");
  auto const shown = [&](std::string const& path) {
    auto const answer = get(path, {.token = content});
    EXPECT_EQ(answer.status, 200) << path << " " << answer.body;
    return answer.json();
  };
  auto const stories = shown("/api/v1/stories");
  ASSERT_EQ(stories["stories"].size(), 1U);
  EXPECT_EQ(stories["stories"][0].value("id", ""), id("s1")) << stories;
  EXPECT_EQ(shown(path_ + "?limit=1")["scenes"].size(), 1U);
  EXPECT_EQ(shown(path_ + "?limit=1")["before"], 2);
  EXPECT_EQ(shown(path_ + "?limit=1&before=2")["scenes"][0]["scene_index"], 1);
  EXPECT_EQ(shown(story_ + "/scene?turn=1")["scenes"][0]["scene_index"], 1);
  EXPECT_FALSE(shown(story_ + "/relations")["relations"].empty());
  auto const memories = shown(story_ + "/observations?all=true");
  ASSERT_FALSE(memories["observations"].empty());
  EXPECT_GT(memories["observations"][0]["decay_weight"], 0);
  auto const later = shown(story_ + "/observations?all=true&at=99999999999999");
  EXPECT_EQ(later["total"], memories["total"]);
  EXPECT_TRUE(shown(story_ + "/why?turn=1").contains("dice"));
  auto const replay = shown(story_ + "/replay");
  EXPECT_EQ(replay["same"], true);
  EXPECT_EQ(replay["turns"].size(), 2U);
  EXPECT_EQ(get(story_ + "/scene?turn=99", {.token = content}).status, 404);
  EXPECT_EQ(get(story_ + "/scene?turn=-1", {.token = content}).status, 400);
  auto const reader = token("read");
  for (auto const* path : {"/scene", "/relations", "/observations", "/why", "/replay"})
    EXPECT_EQ(get(story_ + path, {.token = reader}).status, 403) << path;
}

TEST_F(WebTurns, MemoriesFadeWithTheTimeTheyAreShownFor) {
  auto const content =
      fs::path(source_dir()) / "examples/turns/everyday-tension"; // decays by the clock on the wall
  ASSERT_EQ(site_.artifactctl({"turn", "import", content}).exit, 0);
  SessionDir const session = site_.session("s3");
  ASSERT_EQ(site_.artifactctl({"turn", "begin", session.path(), "--scenario", "the-spare-key"}).exit, 0);
  auto const weight = [&](std::string const& parameters) {
    auto const answer =
        get("/api/v1/sessions/" + id("s3") + "/story/observations?all=true" + parameters, {.token = all_});
    EXPECT_EQ(answer.status, 200) << answer.body;
    double sum = 0;
    auto const shown = answer.json();
    for (auto const& each : shown["observations"])
      sum += each["decay_weight"].get<double>();
    return sum;
  };
  EXPECT_GT(weight(""), 1);
  EXPECT_LT(weight("&at=99999999999999"), 0.1);
  EXPECT_EQ(get("/api/v1/sessions/" + id("s3") + "/story/observations?at=soon", {.token = all_}).status, 400);
}

TEST_F(WebTurns, StepsAreTakenBackRepeatedAndBranchedOff) {
  ASSERT_EQ(turn("a1", "I say hello.").status, 200);
  EXPECT_EQ(step("undo", R"({"user_action_id":"u1"})").json()["scene_index"], 0);
  EXPECT_EQ(step("undo", R"({"user_action_id":"u1"})").json()["scene_index"], 0) << "once";
  EXPECT_EQ(step("redo", R"({"user_action_id":"u2"})").json()["scene_index"], 1);
  EXPECT_EQ(step("retry", R"({"user_action_id":"u3","reroll":true})").json()["scene_index"], 1);
  auto const branch = step("branch", R"({"user_action_id":"u4","directory":"s2"})");
  EXPECT_EQ(branch.json().value("directory", ""), "s2") << branch.body;
  EXPECT_EQ(get("/api/v1/sessions/" + id("s2") + "/turns", {.token = all_}).status, 200);
  EXPECT_EQ(step("branch", R"({"user_action_id":"u5","directory":"../x"})").status, 422);
  EXPECT_EQ(step("undo", R"({"user_action_id":"u6","count":0})").status, 422);
  EXPECT_EQ(step("undo", R"({"user_action_id":"u7","text":"x"})").status, 400) << "not a member of undo";
  EXPECT_EQ(step("undo", "{}").status, 400);
  EXPECT_EQ(post(story_ + "/undo", {.token = token("content"), .body = R"({"user_action_id":"u8"})"}).status,
            403);
  EXPECT_EQ(step("end", R"({"user_action_id":"u9"})").status, 200);
}

TEST_F(WebTurns, CallsOfModelsAreCountedByDay) {
  ASSERT_EQ(turn("a1", "I say hello.").status, 200);
  auto const days = get("/api/v1/models", {.token = token("read")}).json()["days"];
  ASSERT_EQ(days.size(), 1U) << days;
  EXPECT_EQ(days[0]["model"], "scripted");
  EXPECT_GT(days[0]["calls"], 0);
  EXPECT_EQ(days[0]["failed"], 0);
  EXPECT_EQ(daemon_->stop(), 0);
  daemon_ = std::make_unique<RunningDaemon>(site_);
  forget_port();
  auto const again = get("/api/v1/models", {.token = all_}).json()["days"];
  EXPECT_EQ(again, days) << "they survive a restart";
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

TEST_F(WebReports, PlaysAndReportsAreShown) {
  auto const told = report(R"({"message":"I stand at the start again","playerId":"ada"})");
  ASSERT_EQ(told.status, 200);
  auto const content = token("content");
  auto const here = "/api/v1/sessions/" + id("s1");
  auto const shown = [&](std::string const& path) {
    auto const answer = get(here + path, {.token = content});
    EXPECT_EQ(answer.status, 200) << path << " " << answer.body;
    return answer.json();
  };
  EXPECT_EQ(shown("/plays")["total"], 1);
  auto const play = shown("/plays/p1?limit=2");
  EXPECT_EQ(play["lines"].size(), 2U);
  EXPECT_EQ(play["next"], 2);
  EXPECT_TRUE(play["state"].is_object());
  auto const step = shown("/plays/p1/steps/1");
  EXPECT_EQ(step["step"], 1);
  EXPECT_NE(step["state"], play["state"]);
  for (auto const* path : {"/plays/none", "/plays/p1/steps/99999"})
    EXPECT_EQ(get(here + path, {.token = content}).status, 404) << path;
  for (auto const* path : {"/plays/p1/steps/0", "/plays/p1/steps/-1", "/plays/p1/steps/x", "/plays/..p"})
    EXPECT_EQ(get(here + path, {.token = content}).status, 400) << path;
  auto const reports = shown("/reports");
  ASSERT_EQ(reports["reports"].size(), 1U);
  EXPECT_EQ(reports["proposals"][0]["state"], "open");
  auto const name = reports["reports"][0]["report"].get<std::string>();
  EXPECT_EQ(get(here + "/reports/" + name + "/triage", {.token = content}).status, 403)
      << "evidence that its player must not see";
  EXPECT_EQ(get(here + "/reports/" + name + "/triage", {.token = all_}).json()["category"],
            "STATE_CORRECTION");
  EXPECT_EQ(shown("/wishes")["total"], 0);
  auto const game = shown("/games/game");
  EXPECT_FALSE(game["phases"].empty());
  EXPECT_FALSE(game["transitions"].empty());
  auto const faults = shown("/games/game/faults");
  for (auto const& each : faults["faults"])
    EXPECT_EQ(each["states_on_the_way"].size(), each["steps"].size() + 1) << each["message"];
  EXPECT_EQ(get(here + "/games/nobody", {.token = content}).status, 404);
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
