// Others that use the same graph and the same signals: shell tools with the mkdir mutex, programs without any
// lock, several processes settling at once, agents that drop again during the settling.
#include "tests/e2e/running_daemon.hpp"

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr auto shell_graph = "{\n  \"shell\": [0]\n}\n";

/// Adds `count` entries "<w>-<i>" to the graph's "shell" array, as the shell tools do.
std::string writer(int number, int count, bool with_mutex) {
  auto id = std::to_string(number);
  return "i=0; while [ $i -lt " + std::to_string(count) + " ]; do i=$((i+1));\n" +
         (with_mutex ? "  until mkdir .kg-merge.lock 2>/dev/null; do sleep 0.01; done\n" : "") +
         "  sed 's/\"shell\": \\[/\"shell\": [\"" + id + "-'$i'\", /' knowledge-graph.json > .tmp" + id +
         " && mv .tmp" + id + " knowledge-graph.json\n" + (with_mutex ? "  rmdir .kg-merge.lock\n" : "") +
         "done";
}

void expect_whole(SessionDir const& session, int writers, int writes, int agents) {
  auto graph = session.graph();
  ASSERT_TRUE(graph.is_object()) << session.graph_text();
  for (int i = 0; i < agents; ++i)
    EXPECT_TRUE(graph.contains("a" + std::to_string(i))) << i;
  std::vector<std::string> entries;
  for (auto const& entry : graph["shell"])
    if (entry.is_string()) entries.push_back(entry);
  std::ranges::sort(entries);
  EXPECT_TRUE(std::ranges::adjacent_find(entries) == entries.end()) << "an entry is there twice";
  EXPECT_EQ(entries.size(), static_cast<std::size_t>(writers * writes));
}

TEST(ShellWriters, WithTheMutexAndTheDaemonLoseNothing) {
  Site site;
  auto session = site.session("s");
  session.write("knowledge-graph.json", shell_graph);
  RunningDaemon daemon(site);
  int const writers = full_run() ? 16 : 4;
  int const writes = full_run() ? 50 : 15;
  int const locks = full_run() ? 1000 : 100;
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < writers; ++i)
    children.push_back(std::make_unique<Child>(
        Command{.words = {"/bin/sh", "-ec", writer(i, writes, true)}, .directory = session.path()}));
  for (int i = 0; i < locks; ++i)
    session.submit("a" + std::to_string(i));
  for (auto& child : children)
    EXPECT_EQ(child->wait(std::chrono::seconds(240)), 0) << child->err();
  for (int i = 0; i < locks; ++i)
    ASSERT_TRUE(eventually([&] { return !session.pending("a" + std::to_string(i)); }));
  expect_whole(session, writers, writes, locks);
}

/// Reads, adds and renames without any check. What it read may be outdated when it renames.
TEST(LocklessWriter, ThatRenamesLosesNothingAndDestroysNothing) {
  Site site("[history]\ngenerations = 500\n");
  auto session = site.session("s");
  session.write("knowledge-graph.json", shell_graph);
  RunningDaemon daemon(site);
  int const writes = full_run() ? 400 : 60;
  int const locks = full_run() ? 400 : 60;
  Child child({.words = {"/bin/sh", "-ec", writer(0, writes, false)}, .directory = session.path()});
  for (int i = 0; i < locks; ++i) {
    session.submit("a" + std::to_string(i));
    ASSERT_TRUE(eventually([&] { return !session.pending("a" + std::to_string(i)); }));
  }
  EXPECT_EQ(child.wait(), 0) << child.err();
  session.submit("last");
  ASSERT_TRUE(eventually([&] { return session.merged("last"); }));
  // Whatever was published between its read and its rename comes back with the check after a merge.
  EXPECT_TRUE(eventually([&] {
    auto graph = session.graph();
    return graph.is_object() && graph.size() == static_cast<std::size_t>(locks) + 2;
  }));
  expect_whole(session, 1, writes, locks);
}

/// A program opened the graph before it was replaced and writes through its old descriptor.
TEST(InPlaceWriter, IsNoticedAndBothVersionsAreKept) {
  Site site;
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"before": 1})");
  RunningDaemon daemon(site);
  auto held = ::open((session / "knowledge-graph.json").c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_GE(held, 0);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
  std::string const theirs = R"({"before": 1, "theirs": "written in place"})";
  ASSERT_EQ(::pwrite(held, theirs.data(), theirs.size(), 0), static_cast<ssize_t>(theirs.size()));
  ::close(held);
  EXPECT_TRUE(eventually([&] { return daemon.logged("notice", {"graph.foreign"}) == 1; }));
  EXPECT_EQ(session.graph()["a"]["of"], "a");
  bool kept = false;
  for (auto const& entry : fs::directory_iterator(session / ".artifactd/generations"))
    kept |= session.text(fs::relative(entry.path(), session.path()).string()) == theirs;
  EXPECT_TRUE(kept);
}

/// An agent that writes another file and drops again is never forgotten, whenever it does so.
TEST(SignalDroppedAgain, WhileItIsSettledIsSettledAgain) {
  Site site("[[agent]]\nstrategy = \"append\"\n");
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"claims": [], "bulk": ")" + std::string(3'000'000, 'x') + "\"}");
  RunningDaemon daemon(site);
  int const rounds = full_run() ? 500 : 80;
  for (int i = 0; i < rounds; ++i) {
    session.artifact("a", std::to_string(i) + ".json", R"({"claims": [{"n": )" + std::to_string(i) + "}]}");
    session.drop("a");
    // A different moment of the settling each time.
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 9));
  }
  // A signal that will be settled again is also absent for a moment.
  EXPECT_TRUE(eventually([&] {
    return !session.pending("a") && session.graph()["claims"].size() == static_cast<std::size_t>(rounds);
  }));
  EXPECT_FALSE(session.refused("a"));
}

TEST(SignalTakenAway, WhileItIsSettledDoesNoHarm) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  for (int i = 0; i < 50; ++i) {
    session.submit("a");
    std::this_thread::sleep_for(
        std::chrono::microseconds(200 * i)); // a different moment of the settling each time
    fs::remove(session / "a.kg.lock");
  }
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  EXPECT_TRUE(eventually([&] { return session.leftovers().empty(); }));
}

TEST(SeveralProcesses, AtOneSignalMergeItOnce) {
  Site site("[[agent]]\nstrategy = \"append\"\n");
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"claims": []})");
  RunningDaemon daemon(site);
  for (int i = 0; i < 10; ++i) {
    session.artifact("a", std::to_string(i) + ".json", R"({"claims": [{"n": )" + std::to_string(i) + "}]}");
    session.drop("a");
    std::vector<std::unique_ptr<Child>> merges;
    for (int rival = 0; rival < 3; ++rival)
      merges.push_back(
          std::make_unique<Child>(Command{.words = {built("artifactctl"), "--config", site.config().string(),
                                                    "merge", session.path().string()}}));
    for (auto& merge : merges)
      EXPECT_EQ(merge->wait(), 0) << merge->err();
  }
  ASSERT_TRUE(eventually([&] { return !session.pending("a"); }));
  EXPECT_EQ(session.graph()["claims"].size(), 10U);
}

/// The artifact directory is continually swapped for a link to a foreign directory and back.
TEST(SwappedDirectory, NeverLetsForeignContentIn) {
  Site site;
  auto session = site.session("s");
  session.artifact("a", "x.json", R"({"mine": 1})");
  SessionDir(site.path() / "secret").write("x.json", R"({"secret": 1})");
  fs::create_symlink(site.path() / "secret", session / "artifacts/link");
  RunningDaemon daemon(site);
  auto const swap = [&] {
    return ::renameat2(AT_FDCWD, (session / "artifacts/a").c_str(), AT_FDCWD,
                       (session / "artifacts/link").c_str(), RENAME_EXCHANGE);
  };
  for (int i = 0; i < 100; ++i) {
    session.drop("a");
    for (int turn = 0; turn < 20; ++turn)
      ASSERT_EQ(swap(), 0);
    EXPECT_FALSE(session.graph_text().contains("secret"));
  }
  // Two drops within one tick are one, and its verdict may already have been reached.
  ASSERT_TRUE(eventually([&] { return !session.pending("a"); }));
  session.drop("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  EXPECT_FALSE(session.graph_text().contains("secret"));
}

} // namespace
} // namespace artifactd::test
