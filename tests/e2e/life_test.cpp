// The daemon's life cycle: started and stopped, reloaded, started twice, killed in the middle of its work.
#include "tests/e2e/running_daemon.hpp"

#include <atomic>
#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <thread>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

TEST(Restart, CatchesUpWithWhatWasDroppedMeanwhile) {
  Site site;
  auto session = site.session("s");
  {
    RunningDaemon daemon(site);
    session.submit("a");
    ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
    EXPECT_EQ(daemon.stop(), 0);
  }
  session.submit("b");
  auto fresh = site.session("fresh");
  fresh.submit("c");
  RunningDaemon daemon(site);
  EXPECT_TRUE(eventually([&] { return session.merged("b") && fresh.merged("c"); }));
}

TEST(Start, WaitsForAJournalThatAnotherProgramHolds) {
  Site site;
  EXPECT_EQ(RunningDaemon(site).stop(), 0); // creates the journal
  sqlite3* other = nullptr;
  ASSERT_EQ(::sqlite3_open((site.path() / "state/journal.db").c_str(), &other), SQLITE_OK);
  ASSERT_EQ(::sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  Child daemon({.words = {site.program("artifactd"), "--config", site.config().string()}});
  EXPECT_TRUE(eventually([&] { return daemon.err().contains("waiting"); }));
  EXPECT_TRUE(daemon.running()) << daemon.err();
  EXPECT_EQ(::sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_TRUE(eventually([&] { return daemon.err().contains("ready"); })) << daemon.err();
  ::sqlite3_close(other);
}

TEST(Start, OnTheRuntimeDirectoryOfAnotherDaemonIsRefused) {
  Site site;
  RunningDaemon const daemon(site);
  Site const other;
  auto const file = (other.path() / "other.toml").string();
  std::ofstream(file) << "state_dir = \"" << (other.path() / "state").string() << "\"\nruntime_dir = \""
                      << (site.path() / "run").string() << "\"\n[[root]]\npath = \"" << other.root().string()
                      << "\"\n";
  auto const ended = run({.words = {built("artifactd"), "--config", file}});
  EXPECT_EQ(ended.exit, 4) << ended.err;
  EXPECT_TRUE(ended.err.contains("give this one a runtime_dir of its own")) << ended.err;
  EXPECT_EQ(site.artifactctl({"status"}).exit, 0) << "its board still tells of the first";
}

TEST(Check, WithoutARootFailsAsTheStartDoes) {
  test::ScratchDir dir;
  dir.write("c.toml", "state_dir = \"" + (dir / "state").string() + "\"\n");
  std::vector<std::string> words{built("artifactd"), "--config", (dir / "c.toml").string()};
  for (auto const* how : {"--check", "--once"}) {
    auto asked = words;
    asked.emplace_back(how);
    auto const ended = run({.words = asked});
    EXPECT_EQ(ended.exit, 5) << how;
    EXPECT_TRUE(ended.err.contains("no root is configured")) << ended.err;
  }
}

TEST(Renaming, AnErrorBackHandsItInAgain) {
  Site site;
  auto session = site.session("s");
  auto const repair_and_rename = [&] {
    session.artifact("a", "x.json", R"({"x": 1})");
    fs::rename(session / "a.kg.lock.error", session / "a.kg.lock");
  };
  {
    RunningDaemon daemon(site);
    session.artifact("a", "x.json", R"({"x": 1,})");
    session.drop("a");
    ASSERT_TRUE(eventually([&] { return session.refused("a"); }));
    repair_and_rename();
    ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
    EXPECT_FALSE(fs::exists(session / "a.retry-instructions.json"));
    session.artifact("a", "x.json", R"({"x": 2,})");
    session.drop("a");
    ASSERT_TRUE(eventually([&] { return session.refused("a"); }));
    EXPECT_EQ(session.instructions("a")["attempt"], 1) << "success ends the count";
    daemon.kill();
  }
  repair_and_rename();
  RunningDaemon daemon(site);
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST(Refused, SignalsStayRefusedAcrossARestart) {
  Site site;
  auto session = site.session("s");
  session.artifact("a", "x.json", "{");
  session.drop("a");
  {
    RunningDaemon daemon(site);
    ASSERT_TRUE(eventually([&] { return session.refused("a"); }));
    // The journal lags behind the work: after a kill the last line may be missing.
    EXPECT_EQ(daemon.stop(), 0);
  }
  auto before = session.text("a.retry-instructions.json");
  RunningDaemon daemon(site);
  session.submit("b");
  ASSERT_TRUE(eventually([&] { return session.merged("b"); }));
  EXPECT_EQ(session.text("a.retry-instructions.json"), before);
  EXPECT_EQ(site.settled(session, "a", "refused"), 1);
}

TEST(Once, SettlesWhatItCanSeeAndSaysWhenThatWasNotAll) {
  Site site;
  auto session = site.session("s");
  session.submit("a");
  std::vector<std::string> const words{built("artifactd"), "--config", site.config().string(), "--once"};
  EXPECT_EQ(run({.words = words}).exit, 0);
  EXPECT_TRUE(session.merged("a"));
  session.submit("b");
  auto with_lost_root = words;
  with_lost_root.insert(with_lost_root.end(), {"--root", (site.path() / "nowhere").string()});
  auto ended = run({.words = with_lost_root});
  EXPECT_EQ(ended.exit, 74) << ended.err;
  EXPECT_TRUE(ended.err.contains("nowhere")) << ended.err;
  EXPECT_TRUE(session.merged("b"));
}

TEST(Environment, OfTheDaemonIsHiddenFromItsOwnUser) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read it anyway";
  Site site;
  RunningDaemon daemon(site);
  std::ifstream environment("/proc/" + std::to_string(daemon.pid()) + "/environ");
  std::string text;
  EXPECT_FALSE(std::getline(environment, text)) << text;
}

TEST(SecondDaemon, OnTheSameStateDirectoryRefuses) {
  Site site;
  RunningDaemon daemon(site);
  auto second = run({.words = {built("artifactd"), "--config", site.config().string()}});
  EXPECT_EQ(second.exit, 4) << second.err;
  auto session = site.session("s");
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST(BadConfiguration, OnReloadKeepsTheFormerOne) {
  Site site;
  RunningDaemon daemon(site);
  site.configure("[limits]\nartifact_byts = 10\n");
  daemon.send(SIGHUP);
  ASSERT_TRUE(eventually([&] { return daemon.logged("reload refused") == 1; }));
  EXPECT_EQ(daemon.logged("configuration", {"10-test.toml:2:1", "artifact_byts"}), 1);
  auto session = site.session("s");
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  site.configure("[limits]\nartifact_bytes = 10\n");
  daemon.send(SIGHUP);
  ASSERT_TRUE(eventually([&] { return daemon.logged("reloaded") == 1; }));
  session.artifact("b", "x.json", R"({"more": "than ten"})");
  session.drop("b");
  EXPECT_TRUE(eventually([&] { return session.refused("b"); }));
  EXPECT_EQ(session.codes("b"), std::vector<std::string>{"file.too_large"});
}

TEST(Reload, NamesTheSettingsThatNeedARestart) {
  Site site;
  RunningDaemon daemon(site);
  site.configure("workers = 7\n");
  daemon.send(SIGHUP);
  EXPECT_TRUE(eventually([&] { return daemon.logged("setting kept", {"\"setting\":\"workers\""}) == 1; }))
      << daemon.log();
}

/// About 200 locks per second appear in both roots while the second root is added and removed repeatedly.
TEST(Reload, LosesNothingWhileRootsComeAndGo) {
  Site site;
  auto const other = site.path() / "other";
  fs::create_directories(other);
  auto const with_other = "[[root]]\npath = \"" + other.string() + "\"\n";
  RunningDaemon daemon(site);
  int const drops = full_run() ? 2000 : 300;
  std::atomic<bool> dropping = true;
  std::thread dropper([&] {
    for (int i = 0; i < drops; ++i) {
      auto number = std::to_string(i);
      site.session("s" + std::to_string(i % 7)).submit("a" + number);
      SessionDir(other / ("t" + std::to_string(i % 7))).submit("b" + number);
      std::this_thread::sleep_for(std::chrono::milliseconds(5)); // sets the pace; does not wait for anything
    }
    dropping = false;
  });
  for (bool with = true; dropping; with = !with) {
    site.configure(with ? with_other : "");
    auto before = daemon.logged("reloaded");
    daemon.send(SIGHUP);
    EXPECT_TRUE(eventually([&] { return daemon.logged("reloaded") > before; }));
  }
  dropper.join();
  site.configure(with_other);
  daemon.send(SIGHUP);
  for (int i = 0; i < drops; ++i) {
    auto number = std::to_string(i);
    EXPECT_TRUE(eventually([&] { return site.session("s" + std::to_string(i % 7)).merged("a" + number); }));
    EXPECT_TRUE(
        eventually([&] { return SessionDir(other / ("t" + std::to_string(i % 7))).merged("b" + number); }));
  }
  EXPECT_TRUE(eventually([&] { return site.settled().size() >= static_cast<std::size_t>(2 * drops); }));
  EXPECT_EQ(site.settled().size(), static_cast<std::size_t>(2 * drops));
}

/// Searches the text: these graphs take long to parse.
bool has_a(SessionDir const& session) {
  return session.graph_text().contains(R"("a": {)");
}

TEST(Sigterm, LetsWhatRunsFinishAndLeavesTheRestForTheNextStart) {
  Site site("workers = 2\n");
  std::vector<SessionDir> sessions;
  for (int i = 0; i < 12; ++i) {
    sessions.push_back(site.session("s" + std::to_string(i)));
    sessions.back().write("knowledge-graph.json", R"({"bulk": ")" + std::string(4'000'000, 'x') + "\"}");
    sessions.back().submit("a");
  }
  {
    RunningDaemon daemon(site);
    ASSERT_TRUE(eventually([&] { return daemon.logged("merged") > 0; }));
    EXPECT_EQ(daemon.stop(), 0);
    EXPECT_EQ(daemon.logged("stopped"), 1);
  }
  for (auto const& session : sessions) {
    EXPECT_TRUE(session.leftovers().empty());
    EXPECT_NE(session.pending("a"), has_a(session));
  }
  RunningDaemon daemon(site);
  for (auto const& session : sessions)
    EXPECT_TRUE(eventually([&] { return !session.pending("a") && has_a(session); }));
}

TEST(Killed, AndStartedAgainItSettlesEverythingOnce) {
  Site site("[[agent]]\nstrategy = \"append\"\n");
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"claims": [], "bulk": ")" + std::string(8'000'000, 'x') + "\"}");
  int const rounds = full_run() ? 60 : 12;
  for (int round = 0; round < rounds; ++round) {
    session.artifact("a", std::to_string(round) + ".json",
                     R"({"claims": [{"n": )" + std::to_string(round) + "}]}");
    session.drop("a");
    RunningDaemon daemon(site);
    std::this_thread::sleep_for(std::chrono::milliseconds(3 * round)); // a different moment each time
    daemon.kill();
  }
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return !session.pending("a") && session.leftovers().empty(); }));
  EXPECT_EQ(session.graph()["claims"].size(), static_cast<std::size_t>(rounds));
}

TEST(OverwrittenJournal, IsReportedAndBegunAgainWhileMergesGoOn) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "merged") == 1; }));
  std::ofstream(site.path() / "state/journal.db") << std::string(20'000, 'x');
  EXPECT_TRUE(site.artifactctl({"doctor"}).out.contains("problem  journal: "));
  session.submit("b");
  EXPECT_TRUE(eventually([&] { return session.merged("b") && daemon.logged("journal", {"damaged"}) == 1; }));
  EXPECT_TRUE(eventually([&] { return site.settled(session, "b", "merged") == 1; }));
  EXPECT_EQ(site.json({"status"})["daemon"]["health"], "degraded");
  EXPECT_TRUE(site.artifactctl({"doctor"}).out.contains("journal was damaged"));
}

} // namespace
} // namespace artifactd::test
