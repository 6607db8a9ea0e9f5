// Programs that write the graph without knowing artifactd: in a tight loop, with a version read earlier, with
// or without the mutex. Nothing that either side wrote is lost, whatever happens to the daemon.
#include "tests/e2e/running_daemon.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <thread>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Adds "f0", "f1", … to the graph, one per round, and prints each once it is written. A version that is
/// being written cannot be read and is read again.
constexpr auto writer_script = R"(
import json, os, subprocess, sys, time
how, tool, pause, count = sys.argv[1], sys.argv[2], float(sys.argv[3]) / 1000, int(sys.argv[4])
graph = "knowledge-graph.json"
def with_key(key):
    while True:
        try:
            if tool == "python":
                value = json.load(open(graph))
                value[key] = 1
                return json.dumps(value)
            words = tool.split() + ['. + {"%s": 1}' % key, graph]
            return subprocess.run(words, check=True, capture_output=True, text=True).stdout
        except (ValueError, FileNotFoundError, subprocess.CalledProcessError):
            time.sleep(0.001)
for i in range(count):
    text = with_key("f%d" % i)
    if how == "rename":
        open(".theirs", "w").write(text)
        os.rename(".theirs", graph)
    else:
        with open(graph, "r+") as file:
            file.truncate(0)
            file.write(text)
    print("f%d" % i, flush=True)
    time.sleep(pause)
)";

struct Writer {
  std::string how;
  std::string tool;
  std::string pause;
  int count;
};

bool has_tools() {
  return shell("command -v python3 && command -v jq").exit == 0;
}

class TightLoop {
public:
  TightLoop(Site const& site, std::string const& name, Writer const& writer)
      : session_(site.session(name)), in_place_(writer.how == "in place") {
    session_.write("knowledge-graph.json", "{\"x\": 1}\n");
    child_ =
        std::make_unique<Child>(Command{.words = {"python3", "-c", writer_script, writer.how, writer.tool,
                                                  writer.pause, std::to_string(writer.count)},
                                        .directory = session_.path()});
  }

  void submit(int number) const { session_.submit("a" + std::to_string(number)); }

  void expect_nothing_lost(int agents) {
    ASSERT_EQ(child_->wait(), 0) << child_->err();
    std::istringstream lines(child_->out());
    for (std::string key; lines >> key;)
      wanted_.insert(key);
    for (int i = 0; i < agents; ++i)
      agents_.insert("a" + std::to_string(i));
    EXPECT_TRUE(eventually([&] { return missing(agents_).empty(); })) << missing(agents_);
    // An in-place writer also writes into the version that was swapped out, which is kept.
    if (in_place_)
      EXPECT_EQ(nowhere(), "");
    else
      EXPECT_TRUE(eventually([&] { return missing(wanted_).empty(); })) << missing(wanted_);
  }

private:
  [[nodiscard]] std::string missing(std::set<std::string> const& names) const {
    auto graph = session_.graph();
    std::string list;
    for (auto const& name : names)
      if (!graph.is_object() || !graph.contains(name)) list += name + " ";
    return list;
  }

  [[nodiscard]] std::string nowhere() const {
    auto everything = session_.graph_text();
    for (auto const& entry : fs::directory_iterator(session_ / ".artifactd/generations"))
      everything += session_.text(fs::relative(entry.path(), session_.path()).string());
    std::string list;
    for (auto const& name : wanted_)
      if (!everything.contains("\"" + name + "\"")) list += name + " ";
    return list;
  }

  SessionDir session_;
  bool in_place_;
  std::unique_ptr<Child> child_;
  std::set<std::string> wanted_;
  std::set<std::string> agents_;
};

TEST(WriterInATightLoop, LosesNothingAndDestroysNothing) {
  if (!has_tools()) GTEST_SKIP() << "python3 and jq are needed";
  Site site("[history]\ngenerations = 5000\nbytes = \"4GiB\"\n");
  RunningDaemon daemon(site);
  std::vector<Writer> const writers{{"rename", "python", "0", 400}, {"rename", "python", "1", 300},
                                    {"rename", "python", "5", 100}, {"rename", "jq", "0", 20},
                                    {"rename", "jq -c", "1", 20},   {"in place", "python", "1", 200}};
  int const agents = 40;
  int const rounds = full_run() ? 17 : 1; // six writers each
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    std::vector<std::unique_ptr<TightLoop>> loops;
    for (auto const& writer : writers)
      loops.push_back(std::make_unique<TightLoop>(
          site, "s" + std::to_string(round) + "." + std::to_string(loops.size()), writer));
    for (int i = 0; i < agents; ++i) {
      for (auto& loop : loops)
        loop->submit(i);
      // A different moment of their rounds each time.
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
    for (auto& loop : loops)
      loop->expect_nothing_lost(agents);
  }
}

class StaleVersion : public testing::Test {
protected:
  StaleVersion() : session_(site_.session("s")) {
    session_.write("knowledge-graph.json", "{\"entities\": []}");
  }

  void merge(std::string_view agent, std::string_view text) {
    session_.artifact(agent, "x.json", text);
    session_.drop(agent);
    ASSERT_TRUE(eventually([&] { return session_.merged(agent); }));
  }
  void put_back(std::string_view text) {
    session_.write("theirs", text);
    fs::rename(session_ / "theirs", session_ / "knowledge-graph.json");
  }
  [[nodiscard]] bool comes_back(std::string_view agent) {
    return eventually([&] { return session_.graph().contains(agent); });
  }

  Site site_;
  SessionDir session_;
};

TEST_F(StaleVersion, IsOvercomeAfterAKill) {
  {
    RunningDaemon daemon(site_);
    merge("a", R"({"v": 1})");
    put_back("{\"entities\": []}");
    daemon.kill();
  }
  ASSERT_FALSE(session_.graph().contains("a"));
  RunningDaemon daemon(site_);
  EXPECT_TRUE(comes_back("a"));
  EXPECT_TRUE(eventually([&] { return daemon.logged("notice", {"merged again: a"}) == 1; }));
}

TEST_F(StaleVersion, IsOvercomeWhenItComesAfterARestart) {
  {
    RunningDaemon daemon(site_);
    merge("a", R"({"v": 1})");
    daemon.kill();
  }
  RunningDaemon daemon(site_);
  put_back("{\"entities\": []}");
  EXPECT_TRUE(comes_back("a"));
}

TEST_F(StaleVersion, IsOvercomeWithoutTheAgentsFilesAndTold) {
  RunningDaemon daemon(site_);
  merge("a", R"({"v": 1})");
  fs::remove_all(session_ / "artifacts/a");
  put_back("{\n  \"entities\": []\n}\n");
  EXPECT_TRUE(comes_back("a"));
  EXPECT_TRUE(eventually([&] { return site_.status_text().contains("merged again: a"); }));
}

TEST_F(StaleVersion, IsOvercomeByTheNextMergeWithoutADaemon) {
  session_.submit("a");
  ASSERT_EQ(site_.artifactctl({"merge", session_.path()}).exit, 0);
  put_back("{\"entities\": []}");
  ASSERT_EQ(site_.artifactctl({"merge", session_.path()}).exit, 0);
  EXPECT_TRUE(session_.graph().contains("a"));
}

TEST_F(StaleVersion, IsOvercomeAfterARollbackByACommand) {
  site_.configure("audit_interval = \"1h\"\n"); // the command itself has the daemon look
  for (auto const* text : {R"({"v": 1})", R"({"v": 2})"}) {
    session_.artifact("a", "x.json", text);
    session_.drop("a");
    ASSERT_EQ(site_.artifactctl({"merge", session_.path()}).exit, 0);
  }
  auto const stale = session_.graph_text();
  // Long enough ago that the daemon has no reason to look.
  fs::last_write_time(session_ / ".artifactd/redo",
                      fs::file_time_type::clock::now() - std::chrono::minutes(1));
  RunningDaemon daemon(site_);
  ASSERT_EQ(site_.artifactctl({"rollback", session_.path(), "a"}).exit, 0);
  auto const is_back = [&] { return session_.graph()["a"]["v"] == 1; };
  ASSERT_TRUE(is_back());
  put_back(stale);
  EXPECT_TRUE(eventually(is_back));
}

TEST_F(StaleVersion, UnderTheMutexIsNoStaleVersion) {
  RunningDaemon daemon(site_);
  merge("a", R"({"v": 1})");
  auto held = eventually([&] { return ::mkdir((session_ / ".kg-merge.lock").c_str(), 0777) == 0; });
  ASSERT_TRUE(held);
  session_.submit("b"); // waits for the mutex, so the daemon has seen that it is held
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"holds .kg-merge.lock"}) > 0; }));
  put_back("{\"entities\": [], \"cleaned\": true}");
  fs::remove(session_ / ".kg-merge.lock");
  // The checks after another merge see both; only a version written without the mutex is overridden.
  auto seen = [&] { return session_.text(".artifactd/redo").find("\nseen ") != std::string::npos; };
  EXPECT_TRUE(eventually(seen));
  EXPECT_FALSE(session_.graph().contains("a"));
  EXPECT_EQ(daemon.logged("notice"), 0);
}

TEST_F(StaleVersion, DamageInPlaceIsToldAndRestoredWithEverybodysWork) {
  RunningDaemon daemon(site_);
  merge("a", R"({"v": 1})");
  merge("b", R"({"v": 1})");
  session_.write("knowledge-graph.json", "broken");
  auto status = site_.artifactctl({"status", session_.path()});
  EXPECT_EQ(status.exit, 6);
  EXPECT_NE(status.out.find("graph.damaged"), std::string::npos) << status.out;
  EXPECT_NE(status.out.find("artifactctl restore"), std::string::npos) << status.out;
  auto restored = site_.artifactctl({"restore", session_.path()});
  EXPECT_EQ(restored.exit, 0) << restored.err;
  EXPECT_NE(restored.out.find("published since: b"), std::string::npos) << restored.out;
  EXPECT_TRUE(session_.graph().contains("a"));
  EXPECT_TRUE(session_.graph().contains("b"));
}

} // namespace
} // namespace artifactd::test
