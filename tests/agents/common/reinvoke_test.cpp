#include "agents/common/reinvoke.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/refusal.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/session_dir.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::kg;
using test::must;
using testing::HasSubstr;

/// A session whose agent `a` has been refused once.
class ReinvokeTest : public testing::Test {
protected:
  void SetUp() override {
    auto sighting = dir_.drop("a");
    Finding finding;
    finding.code = "json.unexpected";
    finding.file = "artifacts/a/1.json";
    finding.message = "a value is missing";
    must(prepare_refusal(dir_.session(), sighting, {"digest", "artifacts/a/", {finding}, {"strict JSON"}},
                         {}));
    fs::rename(dir_ / "a.kg.lock", dir_ / "a.kg.lock.error");
    fs::create_directory(locks_);
  }

  RunReport run_agent(std::string const& script, Duration timeout = std::chrono::seconds(20),
                      int cancel = -1) {
    dir_.give_away();
    ReinvokeRule rule{.argv = {"/bin/sh", "-c", script}, .timeout = timeout};
    auto lock = must(RunLock::take(locks_, dir_.session().shown(), kg("a")));
    return must(reinvoke(dir_.session(), kg("a"), rule, lock, run, cancel));
  }
  /// The process is gone, or a zombie that its new parent has not reaped yet.
  static bool has_ended(std::string const& pid) {
    std::ifstream file("/proc/" + std::to_string(std::stoi(pid)) + "/stat");
    std::string text;
    std::getline(file, text);
    return text.empty() || text.contains(") Z ") || text.contains(") X ");
  }
  int refuse(RunReport const& report) {
    Finding why;
    why.code = "run.nothing";
    why.tier = Tier::semantic;
    why.message = report.how;
    return must(refuse_again(dir_.session(), kg("a"), why, wall_now_ns(), {})).attempt;
  }

  test::SessionDir dir_;
  test::SessionDir elsewhere_;
  std::string locks_ = (elsewhere_ / "locks").string();
};

TEST_F(ReinvokeTest, TellsTheAgentWhatWasWrongAndWhereItIs) {
  auto report =
      run_agent("cat > prompt; echo \"$PWD $ARTIFACTD_AGENT $ARTIFACTD_KIND $ARTIFACTD_ATTEMPT\" > told; "
                "cat \"$ARTIFACTD_INSTRUCTIONS\" > instructions; : > a.kg.lock");
  EXPECT_EQ(report.ending, RunEnding::submitted);
  EXPECT_EQ(dir_.read("told"), dir_.session().shown() + " a kg 1\n");
  EXPECT_THAT(dir_.read("prompt"), HasSubstr("a value is missing"));
  EXPECT_THAT(dir_.read("prompt"), HasSubstr("- strict JSON\n"));
  EXPECT_THAT(dir_.read("prompt"), HasSubstr("create the empty file a.kg.lock"));
  EXPECT_EQ(dir_.read("instructions"), dir_.read("a.retry-instructions.json"));
}

TEST_F(ReinvokeTest, RunsItAsTheOwnerOfTheSessionWithoutAnyPrivilege) {
  run_agent("id -u > user; grep NoNewPrivs /proc/self/status > privileges; mkdir json; "
            "echo 'raise SystemExit(7)' > json/__init__.py; /usr/bin/python3 -m json.tool "
            "a.retry-instructions.json");
  auto const user = test::ordinary_user();
  EXPECT_EQ(dir_.read("user"), std::to_string(user ? user->user : ::geteuid()) + "\n");
  EXPECT_EQ(dir_.read("privileges"), "NoNewPrivs:\t1\n");
  EXPECT_THAT(dir_.read(".artifactd/runs/a.kg.1.log"), HasSubstr("a value is missing"))
      << "what lies in its working directory is no part of Python";
}

TEST_F(ReinvokeTest, RunsNothingForASessionOfRoots) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root's sessions belong to root";
  auto lock = must(RunLock::take(locks_, dir_.session().shown(), kg("a")));
  auto report =
      must(reinvoke(dir_.session(), kg("a"), {.argv = {"/bin/sh", "-c", ": > ran"}}, lock, run, -1));
  EXPECT_EQ(report.ending, RunEnding::not_started);
  EXPECT_THAT(report.how, HasSubstr("chown"));
  EXPECT_FALSE(dir_.exists("ran"));
}

TEST_F(ReinvokeTest, TellsTheWaysOfNotHandingInApart) {
  EXPECT_EQ(run_agent("exit 0").ending, RunEnding::nothing);
  auto failed = run_agent("echo no key >&2; exit 3");
  EXPECT_EQ(failed.ending, RunEnding::failed);
  EXPECT_EQ(failed.how, "exit status 3");
  EXPECT_THAT(failed.last_words, HasSubstr("no key"));
  EXPECT_EQ(run_agent("kill -9 $$").how, "killed by signal 9");
  auto endless = run_agent("exec sleep 1000", std::chrono::milliseconds(200));
  EXPECT_EQ(endless.ending, RunEnding::failed);
  EXPECT_THAT(endless.how, HasSubstr("timed out after"));
  EXPECT_EQ(run_agent("mv a.kg.lock.error a.kg.lock; exit 1").ending, RunEnding::submitted);
}

TEST_F(ReinvokeTest, PutsBackAnErrorThatTheRunDeleted) {
  EXPECT_EQ(run_agent("rm a.kg.lock.error").ending, RunEnding::nothing);
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  EXPECT_EQ(run_agent("rm a.kg.lock.error; exit 9").how, "exit status 9");
  EXPECT_EQ(run_agent("rm -r a.kg.lock.error .artifactd; exit 9").ending, RunEnding::failed)
      << "the instructions are still there";
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  UniqueFd cancel(::eventfd(1, EFD_CLOEXEC));
  run_agent("rm a.kg.lock.error; exec sleep 1000", std::chrono::seconds(60), cancel.get());
  EXPECT_TRUE(dir_.exists("a.kg.lock.error")) << "the next start repeats the run";
}

TEST_F(ReinvokeTest, PutsBackAnErrorThatWasDeletedWithAllThatIsKnownOfIt) {
  EXPECT_EQ(run_agent("rm -r a.kg.lock.error a.retry-instructions.json .artifactd; exit 9").ending,
            RunEnding::failed);
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
}

TEST_F(ReinvokeTest, OnlyARegularFileSubmits) {
  EXPECT_EQ(run_agent("mkdir a.kg.lock").ending, RunEnding::nothing);
  EXPECT_EQ(run_agent("rm a.kg.lock.error; mkdir a.kg.lock.error").ending, RunEnding::nothing);
  EXPECT_EQ(run_agent("rmdir a.kg.lock a.kg.lock.error; ln -s x a.kg.lock.error").ending, RunEnding::nothing);
}

TEST_F(ReinvokeTest, WhatSomebodyGaveUpDuringTheRunStaysGone) {
  EXPECT_EQ(run_agent("rm a.kg.lock.error a.retry-instructions.json .artifactd/attempts/a.kg.json").ending,
            RunEnding::submitted);
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
}

TEST_F(ReinvokeTest, WhatIsBeingSettledWasSubmitted) {
  dir_.give_away();
  std::jthread settling;
  auto agent = [&](Command const& command) {
    auto ran = run(command);
    // The signal is refused again and renamed to `.error`; that takes the settling a moment.
    settling = std::jthread([this, claim = must(Claim::take(dir_.session()))] {
      fs::rename(dir_ / "a.kg.lock", dir_ / "on-its-way");
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      fs::rename(dir_ / "on-its-way", dir_ / "a.kg.lock.error");
    });
    while (fs::exists(dir_ / "a.kg.lock"))
      std::this_thread::yield();
    return ran;
  };
  auto lock = must(RunLock::take(locks_, dir_.session().shown(), kg("a")));
  ReinvokeRule rule{.argv = {"/bin/sh", "-c", ": > a.kg.lock"}, .timeout = std::chrono::seconds(20)};
  EXPECT_EQ(must(reinvoke(dir_.session(), kg("a"), rule, lock, agent, -1)).ending, RunEnding::submitted);
}

TEST_F(ReinvokeTest, KeepsWhatItWrote) {
  auto report = run_agent("echo out; echo err >&2");
  EXPECT_EQ(report.log, ".artifactd/runs/a.kg.1.log");
  EXPECT_THAT(dir_.read(report.log), HasSubstr("out\n"));
  EXPECT_THAT(dir_.read(report.log), HasSubstr("err\n"));
}

TEST_F(ReinvokeTest, NamesACommandThatIsNotThere) {
  dir_.give_away();
  auto lock = must(RunLock::take(locks_, dir_.session().shown(), kg("a")));
  auto report = must(reinvoke(dir_.session(), kg("a"), {.argv = {"/no/such/agent"}}, lock, run, -1));
  EXPECT_EQ(report.ending, RunEnding::not_started);
  EXPECT_THAT(report.how, HasSubstr("/no/such/agent"));
}

TEST_F(ReinvokeTest, EndsWhenArtifactdDoes) {
  UniqueFd cancel(::eventfd(1, EFD_CLOEXEC));
  EXPECT_EQ(run_agent("exec sleep 1000", std::chrono::seconds(60), cancel.get()).ending,
            RunEnding::cancelled);
}

TEST_F(ReinvokeTest, AnAttemptThatHandedNothingInCountsOnce) {
  auto report = run_agent("exit 0");
  EXPECT_EQ(refuse(report), 2);
  auto instructions = must(read_instructions(dir_.session().directory(), kg("a")));
  EXPECT_EQ(instructions["findings"][0]["code"], "run.nothing");
  EXPECT_EQ(instructions["findings"][0]["tier"], "semantic");
  EXPECT_EQ(must(load_attempts(dir_.session(), kg("a"))).attempts.back().tier, Tier::syntax)
      << "it counts in the tier of the attempt before";
  EXPECT_EQ(instructions["findings"][1]["code"], "json.unexpected") << "what is wrong has to be told still";
  EXPECT_EQ(instructions["artifact_location"], "artifacts/a/");
  EXPECT_EQ(refuse(run_agent("exit 0")), 3);
  EXPECT_EQ(must(load_attempts(dir_.session(), kg("a"))).attempts.size(), 3U);
}

TEST_F(ReinvokeTest, NothingOutlivesItsRun) {
  auto report = run_agent("setsid sh -c 'echo $$ > child.tmp; mv child.tmp child; exec sleep 1000' & "
                          "while ! [ -e child ]; do :; done");
  EXPECT_EQ(report.ending, RunEnding::nothing);
  EXPECT_TRUE(has_ended(dir_.read("child")));
}

TEST_F(ReinvokeTest, NothingOutlivesItThatDropsItsLockAndLeavesItsSession) {
  run_agent("setsid sh -c 'exec 3>&-; echo $$ > child.tmp; mv child.tmp child; exec sleep 1000' </dev/null "
            ">/dev/null 2>&1 & while ! [ -e child ]; do :; done");
  EXPECT_TRUE(has_ended(dir_.read("child")));
}

TEST_F(ReinvokeTest, OrphansOfAnEarlierRunAreEndedBeforeTheNext) {
  auto child = ::fork();
  if (child == 0) { // simulates an artifactd killed during a run whose agent has left its process group
    static_cast<void>(
        run_agent("setsid sh -c 'echo $$ > orphan.tmp; mv orphan.tmp orphan; exec sleep 1000' & "
                  "while ! [ -e orphan ]; do :; done; exec sleep 1000"));
    ::_exit(0);
  }
  while (!fs::exists(dir_ / "orphan"))
    std::this_thread::yield();
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  auto lock = must(RunLock::take(locks_, dir_.session().shown(), kg("a")));
  EXPECT_TRUE(has_ended(dir_.read("orphan")));
}

} // namespace
} // namespace artifactd
