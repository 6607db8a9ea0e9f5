// What players report over HTTP, and what becomes of corrections.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/web_site.hpp"
#include "tests/support/told_play.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <future>
#include <set>
#include <string>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

std::set<std::string> names_in(fs::path const& directory) {
  std::set<std::string> names;
  for (auto const& entry : fs::directory_iterator(directory))
    names.insert(entry.path().filename().string());
  return names;
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

TEST_F(WebReports, AnAgentsOwnRefusedReportStaysWhenItIsLookedAt) {
  auto const session = site_.session("s1");
  session.write("reports/alice.json", R"({"message": "why?", "play": "nothing"})");
  std::ofstream(session.path() / "alice.report.lock");
  ASSERT_TRUE(eventually([&] { return fs::exists(session.path() / "alice.report.lock.error"); }));
  auto const all_names = [&] {
    return std::pair(names_in(session.path()), names_in(session.path() / "reports"));
  };
  auto const before = all_names();
  for (int i = 0; i < 2; ++i) {
    auto const told = get("/api/v1/sessions/" + id("s1") + "/reports/alice", {.token = token("content")});
    EXPECT_EQ(told.status, 422) << told.body;
    EXPECT_FALSE(told.json()["findings"].empty());
  }
  EXPECT_EQ(all_names(), before);
  EXPECT_EQ(site_.artifactctl({"inbox"}).out.contains("alice.report"), true);
}

TEST_F(WebReports, RefusalsThatNobodyAsksAboutAgainDoNotPileUp) {
  auto const session = site_.session("s1");
  for (int i = 0; i < 20; ++i) {
    auto const name = fmt::format("ask-{:016x}", i);
    session.write("reports/" + name + ".json", "{}");
    session.write(name + ".report.lock.error", "");
    if (i == 3) std::this_thread::sleep_for(std::chrono::milliseconds(50)); // the others are younger
  }
  session.write("ask-me.report.lock.error", "");
  ASSERT_EQ(report(R"({"message":"I stand at the start again","playerId":"ada"})").status, 200);
  std::size_t refused = 0;
  for (auto const& name : names_in(session.path()))
    refused += name.starts_with("ask-") && name.ends_with(".report.lock.error") ? 1 : 0;
  EXPECT_EQ(refused, 17U) << "sixteen, and that of another";
  EXPECT_TRUE(fs::exists(session.path() / "ask-me.report.lock.error"));
  EXPECT_TRUE(fs::exists(session.path() / "ask-0000000000000013.report.lock.error")) << "the newest";
  EXPECT_FALSE(fs::exists(session.path() / "reports/ask-0000000000000000.json"));
  for (auto const& name : names_in(session.path() / ".artifactd/attempts"))
    EXPECT_FALSE(name.starts_with("ask-")) << name;
}

TEST_F(WebReports, AnAnswerThatIsNestedTooDeeplyIsNotSent) {
  auto const session = site_.session("s1");
  std::size_t const depth = 1'000'000;
  session.write("reports/bob.result.json", std::string(depth, '[') + std::string(depth, ']'));
  auto const path = "/api/v1/sessions/" + id("s1") + "/reports/bob";
  EXPECT_EQ(get(path, {.token = token("content")}).status, 400);
  EXPECT_EQ(get("/api/v1/counts", {.token = token("read")}).status, 200) << "the daemon lives";
}

TEST_F(WebReports, AProposalIsDecidedOnce) {
  auto const id =
      report(R"({"message":"I stand at the start again","playerId":"ada"})").json()["proposal"]["id"];
  auto const session = site_.session("s1").path().string();
  auto const held = ::open(session.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  auto const decide = [&](char const* word) {
    return std::async(std::launch::async, [=, this, id = id.get<std::string>()] {
      return site_.artifactctl({"report", word, session, id}).exit;
    });
  };
  auto confirmed = decide("confirm");
  auto rejected = decide("reject");
  std::this_thread::sleep_for(std::chrono::seconds(1)); // both wait for the session
  ::close(held);
  auto const confirming = confirmed.get();
  EXPECT_NE(confirming == 0, rejected.get() == 0) << confirming;
  auto const list = site_.json({"report", "list", session});
  EXPECT_EQ(list["proposals"][0]["state"], confirming == 0 ? "confirmed" : "rejected");
  EXPECT_EQ(place() == 0, confirming != 0);
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
