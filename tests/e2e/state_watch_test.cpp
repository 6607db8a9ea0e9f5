// A skill tuning run whose agents write state.json freely, under the real daemon.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/tuning_run.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <thread>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StateWatch : public testing::Test {
protected:
  StateWatch() { run_.write("state.json", snapshot(0)); }

  [[nodiscard]] nlohmann::json log() const { return site_.json({"state", "log", run_.path()})["states"]; }
  [[nodiscard]] std::size_t accepted() const {
    std::size_t count = 0;
    for (auto const& state : log())
      count += state["standing"] == "accepted" ? 1 : 0;
    return count;
  }
  /// Whether it is among the accepted states. The state that the run began with may be missing: it may have
  /// been overwritten before.
  [[nodiscard]] bool accepted(int index) const {
    std::error_code none;
    for (auto const& entry : fs::directory_iterator(run_ / ".artifactd/states", none)) {
      auto name = entry.path().filename().string();
      if (name.ends_with("-accepted.json") && run_.text(".artifactd/states/" + name) == snapshot(index))
        return true;
    }
    return false;
  }
  /// Writes in place and waits for the verdict.
  void submit(int index) {
    run_.write("state.json", snapshot(index));
    ASSERT_TRUE(eventually([&] { return accepted(index); })) << index;
  }

  [[nodiscard]] Ended once() const {
    return run({.words = {built("artifactd"), "--config", site_.config().string(), "--once"}});
  }

  Site site_;
  SessionDir run_ = site_.session("skill-tuning-20260311T0842");
};

TEST_F(StateWatch, KeepsEveryStateOfARun) {
  RunningDaemon daemon(site_);
  for (int i = 0; i < 8; ++i)
    submit(i);
  EXPECT_EQ(daemon.logged("refused"), 0);
  EXPECT_EQ(log()[7]["current_action"], nlohmann::json::parse(snapshot(7))["current_action"]);
  EXPECT_EQ(site_.artifactctl({"state", "show", run_.path(), "3"}).out, snapshot(2));
  auto diff = site_.json({"state", "diff", run_.path(), "5", "6"});
  EXPECT_EQ(diff["changes"][0]["pointer"], "/updated_at");
  run_.write("state.json", "{\"torn");
  ASSERT_TRUE(eventually([&] { return run_.text("state.json.error") == "{\"torn"; }));
  submit(8); // the refused one goes into the history
  EXPECT_EQ(site_.json({"state", "diff", run_.path()})["from"], 8) << "the one accepted before";
}

TEST_F(StateWatch, ShowsNumbersThatNoDoubleHolds) {
  RunningDaemon daemon(site_);
  for (int i = 0; i < 4; ++i)
    submit(i);
  auto text = snapshot(4);
  auto const details = text.find("\"details\": {");
  ASSERT_NE(details, text.npos);
  run_.write("state.json", text.insert(text.find('{', details) + 1, "\"n\": 1e400,"));
  ASSERT_TRUE(eventually([&] { return log().size() == 5; }));
  EXPECT_NE(site_.artifactctl({"state", "diff", run_.path()}).out.find("+ /diagnosis/context  {"), text.npos);
  auto const diff = site_.json({"state", "diff", run_.path()});
  EXPECT_NE(diff.dump().find("1e400"), text.npos) << diff;
}

TEST_F(StateWatch, RestoresAndTellsAndTakesARepairedOne) {
  RunningDaemon daemon(site_);
  submit(3);
  submit(4);
  run_.write("state.json", snapshot(5).substr(0, 1000));
  ASSERT_TRUE(eventually([&] { return run_.text("state.json.error") == snapshot(5).substr(0, 1000); }));
  ASSERT_TRUE(eventually([&] { return run_.text("state.json") == snapshot(4); }));
  EXPECT_THAT(site_.artifactctl({"inbox"}).out,
              HasSubstr("artifactctl retry " + run_.path().string() + " state"));
  EXPECT_THAT(site_.artifactctl({"status"}).out, HasSubstr("state.json.error"));
  EXPECT_EQ(site_.artifactctl({"inbox"}).exit, 6);
  run_.write("state.json.error", snapshot(5));
  EXPECT_EQ(site_.artifactctl({"retry", run_.path(), "state"}).exit, 0);
  ASSERT_TRUE(eventually([&] { return accepted(5); }));
  EXPECT_EQ(run_.text("state.json"), snapshot(5));
  EXPECT_TRUE(eventually([&] { return site_.artifactctl({"inbox"}).exit == 0; }));
  EXPECT_TRUE(run_.leftovers().empty());
}

TEST_F(StateWatch, IsMetAtTheNextStart) {
  {
    RunningDaemon daemon(site_);
    submit(4);
    daemon.kill();
  }
  run_.write("state.json", "{\"torn");
  RunningDaemon daemon(site_);
  EXPECT_TRUE(eventually([&] { return run_.text("state.json") == snapshot(4); }));
}

TEST_F(StateWatch, ARefusalFoundAgainAtAStartIsNoNews) {
  run_.write("state.json", "{}");
  EXPECT_EQ(once().exit, 1);
  auto const again = once();
  EXPECT_EQ(again.exit, 1) << "it is refused still";
  EXPECT_EQ(again.err.find("left as it is"), again.err.npos) << again.err;
  EXPECT_EQ(site_.settled(run_, "state", "refused"), 1);
  run_.write("state.json", "{ }");
  EXPECT_EQ(once().exit, 1);
  EXPECT_EQ(site_.settled(run_, "state", "refused"), 2) << "another text is another refusal";
}

TEST_F(StateWatch, AFirstStateThatIsRefusedIsForItsAgent) {
  run_.write("state.json", R"({"a": 1})");
  EXPECT_EQ(once().exit, 1);
  auto const row = site_.json({"status"})["stuck"][0];
  EXPECT_EQ(row["actor"], "agent") << "attempts are left";
  EXPECT_EQ(row["next"], "artifactctl state check " + run_.path().string())
      << "there is no history to look at";
  EXPECT_EQ(site_.artifactctl({"state", "check", run_.path()}).exit, 1);
  auto const fix = site_.artifactctl({"fix", run_.path(), "state"});
  EXPECT_EQ(fix.exit, 3);
  EXPECT_THAT(fix.err, HasSubstr("repair it there, and it is judged again"));
  run_.write("state.json", snapshot(0));
  EXPECT_EQ(site_.artifactctl({"merge", run_.path()}).exit, 0);
  EXPECT_EQ(site_.artifactctl({"inbox"}).exit, 0);
}

TEST_F(StateWatch, WithoutEventsTheAuditSeesWhatIsWrittenInPlace) {
  site_.configure("events = false\naudit_interval = \"100ms\"\n");
  RunningDaemon daemon(site_);
  submit(3);
  submit(4);
  submit(5);
}

TEST_F(StateWatch, WithoutADaemonOnceIsEnough) {
  EXPECT_EQ(site_.artifactctl({"merge", run_.path()}).exit, 0);
  EXPECT_TRUE(accepted(0));
  run_.write("state.json", "{\"torn");
  EXPECT_EQ(once().exit, 1);
  EXPECT_EQ(run_.text("state.json"), snapshot(0));
}

TEST_F(StateWatch, AWriterThatNeverRestsIsNeitherRefusedNorStarved) {
  RunningDaemon daemon(site_);
  submit(4);
  std::atomic<bool> stop = false;
  std::jthread writer([&] { // in place, about 200 times a second, so that readers see partial writes
    auto const text = snapshot(5);
    for (int i = 0; !stop; ++i) {
      std::ofstream file(run_ / "state.json", std::ios::trunc);
      file << text.substr(0, 500) << std::flush;
      std::this_thread::sleep_for(std::chrono::milliseconds(2)); // the writer's pace
      file << text.substr(500) << fmt::format("{:>{}}", "", i % 7) << std::flush;
      file.close();
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
  });
  auto const before = accepted();
  EXPECT_TRUE(eventually([&] { return accepted() > before; }));
  stop = true;
  writer.join();
  EXPECT_EQ(daemon.logged("refused"), 0);
  auto const last = run_.text("state.json");
  EXPECT_TRUE(eventually([&] {
    auto all = log();
    return site_.artifactctl({"state", "show", run_.path(), std::to_string(all.back()["number"].get<int>())})
               .out == last;
  }));
  EXPECT_TRUE(daemon.alive());
}

TEST_F(StateWatch, TwoRacingWritersNeverLoseTheLastGoodState) {
  RunningDaemon daemon(site_);
  submit(4);
  auto race = [&](std::string const& text, int seed) {
    for (int i = 0; i < 30; ++i) {
      auto cut = i % 3 == seed ? text.size() / 2 : text.size();
      if (i % 2 == seed) {
        auto other = fmt::format("w{}", seed);
        run_.write(other, text.substr(0, cut));
        fs::rename(run_ / other, run_ / "state.json");
      } else {
        run_.write("state.json", text.substr(0, cut));
      }
    }
  };
  {
    std::jthread one(race, snapshot(5), 0);
    std::jthread two(race, snapshot(6), 1);
  }
  // In any case, a valid state is available: in place, or by the number of the last good one.
  std::uint64_t good = 0;
  ASSERT_TRUE(eventually([&] {
    for (auto const& state : log())
      if (state["standing"] == "accepted") good = state["number"].get<std::uint64_t>();
    return good > 0;
  }));
  EXPECT_TRUE(eventually(
      [&] { return site_.artifactctl({"state", "restore", run_.path(), std::to_string(good)}).exit == 0; }));
  EXPECT_TRUE(site_.json({"state", "check", run_.path()})["accepted"].get<bool>());
  EXPECT_TRUE(run_.leftovers().empty());
}

TEST_F(StateWatch, AnAgentsOwnCommandIsAskedToRepairIt) {
  site_.configure(R"([[agent]]
match = "state"
kinds = ["state"]
reinvoke = ["sh", "-c", "cat > prompt; cp good next && mv next state.json.error && mv state.json.error state.json"]
)");
  RunningDaemon daemon(site_);
  submit(4);
  run_.write("good", snapshot(5));
  give_away(run_.path());
  run_.write("state.json", "{\"torn");
  ASSERT_TRUE(eventually([&] { return accepted(5); }));
  EXPECT_EQ(run_.text("state.json"), snapshot(5));
  EXPECT_THAT(run_.text("prompt"), HasSubstr("state.S01"));
}

TEST_F(StateWatch, AnAbandonedOneIsStillInTheHistory) {
  RunningDaemon daemon(site_);
  submit(4);
  run_.write("state.json", "{\"torn");
  ASSERT_TRUE(eventually([&] { return run_.text("state.json.error") == "{\"torn"; }));
  ASSERT_TRUE(eventually([&] { return site_.artifactctl({"abandon", run_.path(), "state"}).exit == 0; }));
  EXPECT_FALSE(fs::exists(run_ / "state.json.error"));
  auto number = std::to_string(log().back()["number"].get<int>());
  EXPECT_EQ(site_.artifactctl({"state", "show", run_.path(), number}).out, "{\"torn");
  EXPECT_EQ(site_.artifactctl({"inbox"}).exit, 0);
}

TEST_F(StateWatch, OfAnIgnoredStateNothingIsKept) {
  site_.configure("[state]\non_invalid = \"ignore\"\n");
  RunningDaemon daemon(site_);
  run_.write("state.json", "{\"torn");
  run_.submit("a");
  ASSERT_TRUE(eventually([&] { return run_.merged("a"); }));
  EXPECT_TRUE(log().empty());
  EXPECT_EQ(run_.text("state.json"), "{\"torn");
}

} // namespace
} // namespace artifactd::test
