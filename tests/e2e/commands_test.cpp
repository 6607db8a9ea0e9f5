// artifactctl as scripts and people use it: a drop-in for the shell script's merge, and the commands that
// undo.
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/source_dir.hpp"

#include <fstream>
#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string at(SessionDir const& session) {
  return session.path().string();
}

void submit(SessionDir const& session, std::string_view agent, int value) {
  session.artifact(agent, "x.json", R"({"value": )" + std::to_string(value) + "}");
  session.drop(agent);
}

TEST(MergeCommand, SaysByItsExitStatusHowItWent) {
  Site site;
  auto session = site.session("s");
  EXPECT_EQ(site.artifactctl({"merge", at(session)}).exit, 0) << "nothing to do";
  session.submit("a");
  EXPECT_EQ(site.artifactctl({"merge", at(session)}).exit, 0);
  session.artifact("b", "x.json", "{");
  session.drop("b");
  EXPECT_EQ(site.artifactctl({"merge", at(session)}).exit, 1);
  EXPECT_EQ(site.artifactctl({"merge"}).exit, 2);
  EXPECT_EQ(site.artifactctl({"merge", at(session), "no/name"}).exit, 2);
  EXPECT_EQ(site.artifactctl({"merge", at(session) + "-not-there"}).exit, 3);
  session.submit("c");
  fs::create_directory(session / ".kg-merge.lock");
  EXPECT_EQ(site.artifactctl({"merge", at(session), "--wait", "50ms"}).exit, 4);
  site.configure("no_such_key = 1\n");
  EXPECT_EQ(site.artifactctl({"merge", at(session)}).exit, 5);
}

TEST(MergeCommand, ExampleScriptExits0WhenMergedAnd1WhenNot) {
  Site site;
  auto session = site.session("s");
  auto const process = [&](std::vector<std::string> const& arguments) {
    std::vector<std::string> words{source_dir() + "/examples/kg-artifact-processor.sh"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto const programs = fs::path(site.program("artifactctl")).parent_path().string();
    return run({.words = words,
                .environment = {{"PATH", programs + ":/usr/bin:/bin"},
                                {"XDG_CONFIG_HOME", (site.path() / "none").string()},
                                {"HOME", site.path().string()}}})
        .exit;
  };
  EXPECT_EQ(process({}), 1);
  session.submit("a");
  session.submit("b");
  EXPECT_EQ(process({at(session), "a"}), 0);
  EXPECT_TRUE(session.merged("a"));
  EXPECT_TRUE(session.pending("b"));
  session.artifact("c", "bad.json", "invalid json");
  session.drop("c");
  EXPECT_EQ(process({at(session)}), 1);
  EXPECT_TRUE(session.merged("b"));
  EXPECT_TRUE(session.refused("c"));
}

TEST(MergeCommand, WithAnAgentLeavesTheOthersAlone) {
  Site site;
  auto session = site.session("s");
  session.submit("a");
  session.submit("b");
  EXPECT_EQ(site.artifactctl({"merge", at(session), "a"}).exit, 0);
  EXPECT_TRUE(session.merged("a"));
  EXPECT_TRUE(session.pending("b"));
}

TEST(MergeCommand, TakesASessionByNameAndThroughALink) {
  Site site;
  auto session = site.session("mission_1");
  session.submit("a");
  EXPECT_EQ(site.artifactctl({"merge", "mission_1"}).exit, 0);
  EXPECT_TRUE(session.merged("a"));
  fs::create_directory_symlink(session.path(), site.path() / "latest");
  session.submit("b");
  EXPECT_EQ(site.artifactctl({"merge", (site.path() / "latest").string()}).exit, 0);
  EXPECT_TRUE(session.merged("b"));
}

TEST(MergeCommand, TakesNoFileForASessionOfThatName) {
  Site site;
  auto const name = site.path().filename().string();
  auto session = site.session(name);
  session.submit("a");
  std::ofstream(name) << "a file where the command is run";
  EXPECT_EQ(site.artifactctl({"merge", name}).exit, 0);
  fs::remove(name);
  EXPECT_TRUE(session.merged("a"));
}

TEST(MergeCommand, TellsMachinesWhatItDid) {
  Site site;
  auto session = site.session("s");
  session.submit("a");
  session.artifact("b", "x.json", "{\"x\": 1,}");
  session.drop("b");
  auto told = site.json({"merge", at(session)});
  ASSERT_TRUE(told.is_object());
  EXPECT_EQ(told["version"], 1);
  EXPECT_EQ(told["session"], at(session));
  ASSERT_EQ(told["signals"].size(), 2U);
  EXPECT_EQ(told["signals"][0]["agent"], "a");
  EXPECT_EQ(told["signals"][0]["outcome"], "merged");
  EXPECT_EQ(told["signals"][1]["outcome"], "refused");
  EXPECT_EQ(told["signals"][1]["attempt"], 1);
  EXPECT_EQ(told["signals"][1]["findings"][0]["line"], 1);
}

TEST(MergeCommand, WorksBesideTheDaemon) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  for (int i = 0; i < 20; ++i) {
    session.submit("a" + std::to_string(i));
    EXPECT_EQ(site.artifactctl({"merge", at(session)}).exit, 0);
    EXPECT_TRUE(session.merged("a" + std::to_string(i))) << "merged when the command returns, by whomever";
  }
}

TEST(DryRun, SaysItAllAndChangesNothing) {
  Site site;
  auto session = site.session("s");
  session.submit("a");
  EXPECT_TRUE(site.artifactctl({"merge", at(session), "--dry-run"}).out.contains("would be merged"));
  EXPECT_TRUE(session.pending("a"));
  EXPECT_FALSE(fs::exists(session / "knowledge-graph.json"));
  EXPECT_FALSE(fs::exists(session / ".artifactd"));
}

TEST(Validate, TellsTheSameAndWritesNothing) {
  Site site;
  auto session = site.session("s");
  session.artifact("a", "x.json", "{\"x\": nul}");
  auto told = site.artifactctl({"validate", at(session), "a"});
  EXPECT_EQ(told.exit, 1);
  EXPECT_TRUE((told.out + told.err).contains("artifacts/a/x.json:1:")) << told.out << told.err;
  EXPECT_FALSE(fs::exists(session / "a.retry-instructions.json"));
  for (auto const* signal : {"a.kg", "a.kg.lock", "a.kg.lock.error"})
    EXPECT_EQ(site.artifactctl({"validate", at(session), signal}).out, told.out) << signal;
}

TEST(Rollback, SetsOneAgentBackAndKeepsLaterWorkOfOthers) {
  Site site;
  auto session = site.session("s");
  for (int value : {1, 2}) {
    submit(session, "a", value);
    ASSERT_EQ(site.artifactctl({"merge", at(session)}).exit, 0);
  }
  submit(session, "b", 9);
  ASSERT_EQ(site.artifactctl({"merge", at(session)}).exit, 0);
  auto history = site.json({"history", at(session), "a"});
  ASSERT_GE(history["past"].size(), 1U) << history;
  EXPECT_EQ(site.artifactctl({"rollback", at(session), "a", "--dry-run"}).exit, 0);
  EXPECT_EQ(session.graph()["a"]["value"], 2);
  EXPECT_EQ(site.artifactctl({"rollback", at(session), "a"}).exit, 0);
  EXPECT_EQ(session.graph()["a"]["value"], 1);
  EXPECT_EQ(session.graph()["b"]["value"], 9);
  EXPECT_EQ(site.artifactctl({"rollback", at(session), "a"}).exit, 0) << "and back again";
  EXPECT_EQ(session.graph()["a"]["value"], 2);
  session.drop("a");
  EXPECT_EQ(site.artifactctl({"rollback", at(session), "a"}).exit, 4) << "its signal is pending";
  EXPECT_EQ(site.artifactctl({"rollback", at(session), "nobody"}).exit, 3);
}

TEST(Rollback, OfAnAgentThatAppendsIsInTheWayOfOthers) {
  Site site;
  site.configure("[[agent]]\nstrategy = \"append\"\n");
  auto session = site.session("s");
  submit(session, "a", 1);
  ASSERT_EQ(site.artifactctl({"merge", at(session)}).exit, 0);
  auto const refused = site.artifactctl({"rollback", at(session), "a"});
  EXPECT_EQ(refused.exit, 4);
  EXPECT_NE(refused.err.find("artifactctl restore"), std::string::npos) << refused.err;
}

TEST(Rollback, BesideTheDaemonStaysRolledBack) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  for (int value : {1, 2}) {
    submit(session, "a", value);
    ASSERT_TRUE(eventually([&] { return !session.pending("a") && session.graph()["a"]["value"] == value; }));
  }
  ASSERT_EQ(site.artifactctl({"rollback", at(session), "a"}).exit, 0);
  auto const runs = [&] { return site.json({"status"})["daemon"]["counters"]["runs"].get<int>(); };
  auto before = runs();
  ASSERT_TRUE(eventually([&] { return runs() > before; })) << "the look after a merge";
  EXPECT_EQ(session.graph()["a"]["value"], 1);
}

TEST(Restore, BringsTheWholeGraphBackAndIsHistoryItself) {
  Site site;
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"first": 1})");
  submit(session, "a", 1);
  ASSERT_EQ(site.artifactctl({"merge", at(session)}).exit, 0);
  auto merged = session.graph_text();
  session.write("knowledge-graph.json", "torn {");
  session.submit("b");
  EXPECT_EQ(site.artifactctl({"merge", at(session), "--wait", "10ms"}).exit, 4);
  auto told = site.json({"restore", at(session)});
  EXPECT_EQ(told["changed"], true) << told;
  EXPECT_EQ(session.graph_text(), merged) << "with what was merged since the newest generation";
  EXPECT_TRUE(told.dump().contains("\"a\"")) << told;
  EXPECT_EQ(site.artifactctl({"merge", at(session)}).exit, 0);
  EXPECT_EQ(session.graph()["b"]["of"], "b");
  EXPECT_EQ(site.artifactctl({"restore", at(session), "--to", "4711"}).exit, 3);
}

TEST(Retry, HandsARefusedSignalInAgain) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.artifact("a", "x.json", "{");
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return session.refused("a"); }));
  EXPECT_EQ(site.artifactctl({"status"}).exit, 6) << "it waits for a person";
  session.artifact("a", "x.json", "{}");
  EXPECT_EQ(site.artifactctl({"retry", at(session), "a"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  EXPECT_EQ(site.artifactctl({"retry", at(session), "a"}).exit, 3);
  EXPECT_TRUE(eventually([&] { return site.artifactctl({"status"}).exit == 0; }));
}

TEST(Explain, KnowsASignalAtTheMomentOfItsReceipt) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  for (int i = 0; i < 10; ++i) {
    auto const agent = "a" + std::to_string(i);
    session.submit(agent);
    ASSERT_TRUE(eventually([&] { return !session.pending(agent); }));
    auto const told = site.artifactctl({"explain", at(session) + "/" + agent + ".kg.lock"});
    EXPECT_EQ(told.exit, 0) << told.out;
    EXPECT_TRUE(told.out.contains("  merged  ")) << told.out;
  }
  EXPECT_EQ(site.artifactctl({"explain", at(session) + "/never.kg.lock"}).exit, 3);
}

TEST(Explain, SaysThatALockWasWaitedForAndNothingPublished) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  fs::create_directory(session / ".kg-merge.lock");
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "pending") == 1; }));
  auto const signal = at(session) + "/a.kg.lock";
  auto const waiting = site.artifactctl({"explain", signal}).out;
  EXPECT_TRUE(waiting.contains("  waited ")) << waiting;
  EXPECT_FALSE(waiting.contains("published")) << waiting;
  ASSERT_TRUE(eventually([&] { return site.json({"status"})["daemon"]["counters"]["runs"] > 3; }));
  EXPECT_EQ(site.settled(session, "a", "pending"), 1) << "each try has the same reason";
  fs::remove(session / ".kg-merge.lock");
  ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "merged") == 1; }));
  auto const merged = site.artifactctl({"explain", signal}).out;
  EXPECT_TRUE(merged.contains("  locked ") && merged.contains("  published ")) << merged;
}

TEST(Log, FollowsWhatHappensAndTellsEachThingOnce) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "merged") == 1; }));
  Child log({.words = {built("artifactctl"), "--config", site.config().string(), "log", "-f"}});
  ASSERT_TRUE(eventually([&] { return log.out().contains("a.kg"); })) << log.err();
  session.submit("b");
  ASSERT_TRUE(eventually([&] { return log.out().contains("b.kg"); })) << log.err();
  EXPECT_TRUE(log.running());
  auto told = log.out();
  EXPECT_EQ(told.find("a.kg"), told.rfind("a.kg")) << told;
}

TEST(Explain, TellsTheStoryOfASignal) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "merged") == 1; }));
  auto told = site.artifactctl({"explain", (session / "a.kg.lock").string()});
  EXPECT_EQ(told.exit, 0);
  for (std::string const word : {"read", "diagnosed", "claimed", "published", "retired"})
    EXPECT_TRUE(told.out.contains(word)) << told.out;
}

} // namespace
} // namespace artifactd::test
