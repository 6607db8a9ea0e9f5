// What players ask over HTTP: the turns of a story.
#include "state/platform/digest.hpp"
#include "tests/e2e/web_site.hpp"
#include "tests/support/source_dir.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

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

TEST_F(WebTurns, AnyIdHasAPlaceThatCanBeFetched) {
  for (auto const& [id, place] : {std::pair("a b?x%&=#", "a%20b%3Fx%25%26%3D%23"),
                                  {"..", "action?id=.."},
                                  {"a/b", "action?id=a%2Fb"},
                                  {"action", "action"}}) {
    auto const told = turn(id, "I wait.");
    ASSERT_EQ(told.status, 200) << told.body;
    EXPECT_EQ(get(path_ + "/" + place, {.token = all_}).body, told.body) << place;
  }
}

TEST_F(WebTurns, AnIdIsNoHeader) {
  auto const asked =
      post(path_, {.token = all_, .body = R"({"user_action_id":"a\r\nX-Evil: 1","text":"I wait."})"});
  EXPECT_EQ(asked.status, 400) << asked.body;
  EXPECT_FALSE(asked.headers.contains("x-evil"));
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

TEST_F(WebTurns, LookingAtARefusedOneChangesNothingAndAskingAgainTakesItBack) {
  auto const name = "action-" + hex(sha256("a3")).substr(0, 16);
  auto const request = "turns/" + name + ".json";
  session_->write(request, R"({"user_action_id":"a3","text":"x","expect_scene":99})");
  session_->write(name + ".turn.lock", "");
  ASSERT_TRUE(eventually([&] { return fs::exists(session_->path() / (name + ".turn.lock.error")); }));
  for (int i = 0; i < 2; ++i) {
    auto const told = get(path_ + "/a3", {.token = token("content")});
    EXPECT_EQ(told.status, 422) << told.body;
    EXPECT_EQ(told.json()["findings"][0]["code"], "turn.stale");
  }
  EXPECT_TRUE(fs::exists(session_->path() / (name + ".turn.lock.error")));
  EXPECT_TRUE(fs::exists(session_->path() / request));
  EXPECT_EQ(turn("a3", "I wait.").status, 200) << "nothing of the refused one is left";
  EXPECT_FALSE(fs::exists(session_->path() / (name + ".turn.lock.error")));
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
  EXPECT_EQ(get(story_ + "/replay?from=9223372036854775806", {.token = content}).status,
            get(story_ + "/replay?from=99", {.token = content}).status);
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

} // namespace
} // namespace artifactd::test
