// Which story, scene and action a step means, where that could be mistaken.
#include "tests/e2e/turn_site.hpp"

#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

class TurnIdentity : public TurnSite {};

TEST_F(TurnIdentity, AResultWhoseTurnTheDatabaseLostIsNeverOverwritten) {
  begin();
  auto const state = site.path() / "state";
  auto const copy = site.path() / "copy";
  fs::copy(state, copy, fs::copy_options::recursive);
  fs::create_directory(directory / "turns");
  {
    RunningDaemon daemon(site);
    ask("one", {{"user_action_id", "u1"}, {"text", "I wait."}});
    ASSERT_TRUE(eventually([&] { return gone("one"); }));
    EXPECT_EQ(daemon.stop(), 0);
  }
  auto const kept = directory.text("turns/one.result.json");
  auto const paid = calls();
  fs::remove_all(state);
  fs::rename(copy, state);
  RunningDaemon daemon(site);
  directory.write("one.turn.lock", "");
  ASSERT_TRUE(eventually([&] { return fs::exists(directory / "one.turn.lock.error"); }));
  EXPECT_EQ(directory.text("turns/one.result.json"), kept);
  EXPECT_EQ(calls(), paid);
  auto const told = directory.text("one.turn.retry-instructions.json");
  EXPECT_TRUE(told.contains("turn.unknown") && told.contains("older copy")) << told;
  ask("two", {{"user_action_id", "u1"}, {"text", "I wait."}});
  ASSERT_TRUE(eventually([&] { return gone("two"); }));
  EXPECT_EQ(result("two")["scene_index"], 1);
}

TEST_F(TurnIdentity, ADryRunsResultIsInNobodysWay) {
  begin();
  fs::create_directory(directory / "turns");
  RunningDaemon daemon(site);
  ask("one", {{"user_action_id", "r"}, {"do", "rebase"}, {"to", "last-stop"}, {"dry_run", true}});
  ASSERT_TRUE(eventually([&] { return gone("one"); }));
  ASSERT_TRUE(result("one").value("dry_run", false)) << directory.text("turns/one.result.json");
  ask("one", {{"user_action_id", "u1"}, {"text", "I wait."}});
  ASSERT_TRUE(eventually([&] { return gone("one"); }));
  EXPECT_EQ(result("one")["scene_index"], 1) << directory.text("turns/one.result.json");
}

TEST_F(TurnIdentity, RootForgetsAStoryInAnothersDirectory) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  constexpr uid_t player = 2;
  ASSERT_EQ(::chown(directory.path().c_str(), player, player), 0);
  fs::permissions(directory.path(), fs::perms::owner_all);
  begin();
  auto done = site.artifactctl({"turn", "forget", "s"});
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_EQ(site.artifactctl({"turn", "log", "s"}).exit, 3);
  begin();
  RunningDaemon daemon(site);
  done = site.artifactctl({"turn", "forget", "s"});
  EXPECT_EQ(done.exit, 0) << done.err;
}

TEST_F(TurnIdentity, AForgottenStoryLeavesNoWordOfTurnsThatWereNotPlayed) {
  begin();
  {
    RunningDaemon daemon(site);
    fs::create_directory(directory / "turns");
    ask("refused", {{"user_action_id", "r"}, {"text", "PRIVATE refused"}, {"expect_scene", 9}});
    ASSERT_TRUE(eventually([&] { return fs::exists(directory / "refused.turn.lock.error"); }));
    directory.write("turns/broken.json", R"({"user_action_id": "b", "text": "PRIVATE broken)");
    directory.write("broken.turn.lock", "");
    ASSERT_TRUE(eventually([&] { return fs::exists(directory / "broken.turn.lock.error"); }));
    EXPECT_EQ(daemon.stop(), 0);
  }
  script(R"([{"step": "checks", "exit": 3}])");
  EXPECT_EQ(say("PRIVATE withdrawn", {"--wait", "1s"}).exit, 6);
  for (auto const& entry : fs::directory_iterator(directory.path()))
    if (entry.path().string().ends_with(".turn.lock")) fs::remove(entry.path());
  directory.write("turns/notes.json", "[1]");
  directory.write("notes.txt", "kept");
  auto const done = site.artifactctl({"turn", "forget", "s"});
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_NE(done.out.find("not deleted: turns/notes.json"), std::string::npos) << done.out;
  EXPECT_NE(done.out.find("Backups may still have it"), std::string::npos) << done.out;
  for (auto const& entry : fs::recursive_directory_iterator(site.path())) {
    if (!entry.is_regular_file() || entry.path().filename() == "calls") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    EXPECT_FALSE(std::string(std::istreambuf_iterator(file), {}).contains("PRIVATE")) << entry.path();
  }
  EXPECT_FALSE(fs::exists(directory / "refused.turn.lock.error"));
  EXPECT_FALSE(fs::exists(directory / "refused.turn.retry-instructions.json"));
  EXPECT_TRUE(fs::exists(directory / "notes.txt"));
}

TEST_F(TurnIdentity, AModelsFaultAsksForNoChangeOfTheRequest) {
  begin();
  script(R"([{"step": "narrator", "reply": {"narration_text": 1}}])");
  RunningDaemon daemon(site);
  fs::create_directory(directory / "turns");
  ask("one", {{"user_action_id", "s1"}, {"text", "I wait."}});
  ASSERT_TRUE(eventually([&] { return fs::exists(directory / "one.turn.lock.error"); }));
  auto told = directory.text("one.turn.retry-instructions.json");
  EXPECT_NE(told.find("turn.contract"), std::string::npos) << told;
  EXPECT_NE(told.find("Nothing has to be changed in turns/one.json."), std::string::npos) << told;
  EXPECT_EQ(told.find("Change turns/one.json"), std::string::npos) << told;
  EXPECT_NE(site.artifactctl({"status", "s"}).out.find("turns/one.json needs no change"), std::string::npos);
  script("[]");
  fs::rename(directory / "one.turn.lock.error", directory / "one.turn.lock");
  EXPECT_TRUE(eventually([&] { return gone("one") && scene() == 1; })) << "as the instructions say";
  ask("two", {{"user_action_id", "s2"}, {"text", "I wait."}, {"expect_scene", 9}});
  ASSERT_TRUE(eventually([&] { return fs::exists(directory / "two.turn.lock.error"); }));
  told = directory.text("two.turn.retry-instructions.json");
  EXPECT_NE(told.find("Change turns/two.json as described above"), std::string::npos) << told;
}

TEST_F(TurnIdentity, ALinkedDirectoryOfRequestsIsNamedAndNotItsFiles) {
  begin();
  fs::remove_all(directory / "turns");
  fs::create_directory(directory / "elsewhere");
  fs::create_directory_symlink("elsewhere", directory / "turns");
  RunningDaemon daemon(site);
  for (auto const* text : {R"({"user_action_id": "a", "text": "I wait."})", ""}) {
    auto const name = std::string(*text == 0 ? "missing" : "regular");
    if (*text != 0) directory.write("elsewhere/regular.json", text);
    directory.write(name + ".turn.lock", "");
    ASSERT_TRUE(eventually([&] { return fs::exists(directory / (name + ".turn.lock.error")); }));
    auto const told = nlohmann::json::parse(directory.text(name + ".turn.retry-instructions.json"));
    EXPECT_EQ(told["findings"].size(), 1U);
    EXPECT_EQ(told["findings"][0]["code"], "dir.symlink");
    EXPECT_EQ(told["findings"][0]["file"], "turns");
  }
  auto const status = site.artifactctl({"status", "s"}).out;
  EXPECT_NE(status.find("repair turns, then: artifactctl retry"), std::string::npos) << status;
  EXPECT_EQ(status.find("needs no change"), std::string::npos) << status;
}

TEST_F(TurnIdentity, MergeAndOnceSettleATurnWithoutADaemon) {
  begin();
  fs::create_directory(directory / "turns");
  ask("one", {{"user_action_id", "m1"}, {"text", "I wait."}});
  auto merged = site.artifactctl({"merge", "s", "one"});
  EXPECT_EQ(merged.exit, 0) << merged.out << merged.err;
  EXPECT_EQ(result("one")["scene_index"], 1);
  directory.write("one.turn.lock", "");
  merged = site.artifactctl({"merge", "s", "one"});
  EXPECT_EQ(merged.out, "one: nothing new; the story has this step already\n");
  ask("two", {{"user_action_id", "m2"}, {"text", "I wait."}});
  Child once({{site.program("artifactd"), "--config", site.config().string(), "--once"}});
  EXPECT_EQ(once.wait(), 0) << once.err();
  EXPECT_EQ(scene(), 2);
}

TEST_F(TurnIdentity, ASceneThatDoesNotExistIsAnErrorOfEveryQuery) {
  begin();
  ASSERT_EQ(say("I wait.", {"--id", "a"}).exit, 0);
  for (auto const* what : {"log", "scene", "observations", "relations"})
    for (auto const* turn : {"2", "99"})
      EXPECT_EQ(site.artifactctl({"turn", what, "s", "--turn", turn}).exit, 3) << what << " " << turn;
  for (auto const* what : {"log", "scene", "observations", "relations"})
    EXPECT_EQ(site.artifactctl({"turn", what, "s", "--turn", "0"}).exit, 0) << what;
}

TEST_F(TurnIdentity, ARetryWithOtherDiceIsAnotherActionThanOneWithTheSame) {
  begin();
  ASSERT_EQ(say("I wait.", {"--id", "a"}).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "retry", "s", "--id", "r"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "retry", "s", "--id", "r", "--reroll"}).exit, 4);
  EXPECT_EQ(site.artifactctl({"turn", "retry", "s", "--id", "r"}).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "retry", "s", "--id", "o", "--reroll"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "retry", "s", "--id", "o", "--reroll"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "retry", "s", "--id", "o"}).exit, 4);
  expect_sound();
}

TEST_F(TurnIdentity, AnIdThatBeganTheStoryBeginsNoOther) {
  begin();
  auto const other =
      site.artifactctl({"turn", "begin", "s", "--scenario", scenario, "--seed", "other", "--id", "begin"});
  EXPECT_EQ(other.exit, 4);
  EXPECT_TRUE(other.err.contains("turn.id_reused")) << other.err;
}

TEST_F(TurnIdentity, ForgettingNamesAnEarlierStoryOfTheDirectory) {
  begin();
  ASSERT_EQ(site.artifactctl({"turn", "end", "s"}).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "begin", "s", "--scenario", scenario}).exit, 0);
  EXPECT_THAT(site.artifactctl({"turn", "forget", "s"}).out,
              testing::HasSubstr("which this directory played before"));
  EXPECT_THAT(site.artifactctl({"turn", "forget", "s"}).out, testing::StartsWith("the story is forgotten"));
  EXPECT_TRUE(site.json({"turn", "list", "stories"})["stories"].empty());
}

} // namespace
} // namespace artifactd::test
