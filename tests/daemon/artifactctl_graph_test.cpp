// Something else has the graph's name: what commands say, and that the command which they propose helps.
#include "tests/daemon/artifactctl.hpp"

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::Artifactctl;
using testing::HasSubstr;

class OddGraph : public Artifactctl {
protected:
  void SetUp() override {
    Artifactctl::SetUp();
    dir.write("root/one/artifacts/a/x.json", R"({"x": 1})");
    dir.write("root/one/a.kg.lock", "");
    ASSERT_EQ(run({"merge", "one"}).exit, Exit::ok);
    fs::remove(graph_);
  }

  /// What `status` proposes is typed.
  void follow_advice() {
    auto const row = run({"status", "one", "--json"}).json()["stuck"][0];
    EXPECT_EQ(row["state"], "trouble");
    EXPECT_EQ(row["reason"], "graph.damaged: it is not a regular file");
    auto const command = row["next"].get<std::string>();
    auto const move = command.substr(0, command.find(" && "));
    EXPECT_EQ(command, move + " && artifactctl restore " + session("one"));
    ASSERT_EQ(std::system(move.c_str()), 0); // NOLINT(concurrency-mt-unsafe): one thread
    EXPECT_EQ(run({"restore", "one"}).exit, Exit::ok);
  }

  /// Without a pending signal.
  void is_said_and_restored() {
    auto board = daemon({.roots = {{.path = (dir / "root").string()}}});
    EXPECT_EQ(run({"status", "one"}).exit, Exit::person);
    EXPECT_EQ(run({"inbox", "one", "--list"}).exit, Exit::person);
    EXPECT_THAT(run({"doctor"}).out, HasSubstr("mv -nT -- " + graph_.string()));
    for (auto const& words : {std::vector<std::string>{"restore", "one"}, {"rollback", "one", "a"}}) {
      auto const answer = run(words);
      EXPECT_EQ(answer.exit, Exit::conflict) << words[0];
      EXPECT_THAT(answer.err, HasSubstr("mv -nT -- " + graph_.string())) << words[0];
    }
    follow_advice();
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(graph_)));
    EXPECT_EQ(run({"status", "one"}).exit, Exit::ok);
  }

  fs::path graph_ = dir / "root/one/knowledge-graph.json";
};

/// Each in the journal, like what the web does.
TEST_F(OddGraph, ThatAPersonReturnedIsOnRecord) {
  ASSERT_TRUE(Journal::open((dir / "state/journal.db").string(), {})) << "a daemon once ran";
  ASSERT_EQ(run({"restore", "one", "--dry-run"}).exit, Exit::ok);
  EXPECT_EQ(run({"log", "-n", "9"}).out, "");
  ASSERT_EQ(run({"restore", "one"}).exit, Exit::ok);
  ASSERT_EQ(run({"rollback", "one", "a"}).exit, Exit::ok);
  auto const told = run({"log", "-n", "9"}).out;
  EXPECT_THAT(told, HasSubstr("restore person  " + session("one")));
  EXPECT_THAT(told, HasSubstr("rollback person  " + session("one") + "  a"));
}

TEST_F(OddGraph, ADirectoryIsSaidAndRestored) {
  fs::create_directory(graph_);
  is_said_and_restored();
}

TEST_F(OddGraph, ALinkIsSaidAndRestored) {
  fs::create_symlink("elsewhere.json", graph_);
  is_said_and_restored();
}

TEST_F(OddGraph, AFifoIsSaidAndRestored) {
  ASSERT_EQ(::mkfifo(graph_.c_str(), 0600), 0);
  is_said_and_restored();
}

TEST_F(OddGraph, APendingSignalSaysTheSame) {
  fs::create_directory(graph_);
  dir.write("root/one/a.kg.lock", "");
  auto const answer = run({"merge", "one"});
  EXPECT_THAT(answer.out + answer.err, HasSubstr("graph.damaged: knowledge-graph.json is not a regular file. "
                                                 "To move it away, and go back to the newest good version: "
                                                 "mv -nT -- "));
}

} // namespace
} // namespace artifactd
