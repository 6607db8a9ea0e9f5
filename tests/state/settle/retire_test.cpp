#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/retire.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::kg;
using test::must;

class RetireTest : public testing::Test {
protected:
  Result<Retired>
  retire_as(Verdict verdict, InputsCheck const& as_judged = [] { return Result<bool>(true); }) {
    return retire(dir_.claim(), dir_.session(), seen_, verdict, as_judged);
  }
  void leave_an_earlier_refusal() {
    dir_.write("a.kg.lock.error", "");
    dir_.write("a.retry-instructions.json", "{}");
    must(save_attempts(dir_.session(), kg("a"), with_attempt({}, seen_, "d", Tier::syntax, {})));
  }
  /// Checks that the signal is unchanged and nothing is in flight.
  void expect_standing() {
    EXPECT_TRUE(same_sighting(must(sight(dir_.session(), kg("a"))).stamp, seen_.stamp));
    EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
    EXPECT_TRUE(dir_.names(".artifactd/work").empty());
  }
  [[nodiscard]] int attempts_when_met_again() const {
    auto now = must(sight(dir_.session(), kg("a")));
    return with_attempt(must(load_attempts(dir_.session(), kg("a"))), now, "d", Tier::syntax, {})
        .attempts.back()
        .number;
  }

  test::SessionDir dir_;
  Sighting seen_ = dir_.drop("a");
};

TEST_F(RetireTest, AcceptedLeavesNoTraceOfAnEarlierRefusal) {
  leave_an_earlier_refusal();
  EXPECT_EQ(must(retire_as(Verdict::accepted)), Retired::done);
  EXPECT_EQ(dir_.names("."), std::vector<std::string>{".artifactd"});
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
  EXPECT_TRUE(dir_.names(".artifactd/attempts").empty());
}

TEST_F(RetireTest, AcceptedIsNotAnsweredWhileTracesOfTheRefusalAreLeft) {
  fs::create_directory(dir_ / ".artifactd");
  fs::create_directory_symlink("elsewhere", dir_ / ".artifactd/attempts"); // cannot be cleared
  EXPECT_EQ(fault(retire_as(Verdict::accepted)), "unsafe");
  expect_standing();
}

TEST_F(RetireTest, RefusedBecomesError) {
  EXPECT_EQ(must(retire_as(Verdict::refused)), Retired::done);
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
  EXPECT_TRUE(same_sighting(dir_.stamp("a.kg.lock.error"), seen_.stamp));
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(RetireTest, RefusedLeavesOneNameOfASignalThatWasArmedByALink) {
  fs::rename(dir_ / "a.kg.lock", dir_ / "a.kg.lock.error");
  fs::create_hard_link(dir_ / "a.kg.lock.error", dir_ / "a.kg.lock");
  seen_ = must(sight(dir_.session(), kg("a")));
  EXPECT_EQ(must(retire_as(Verdict::refused)), Retired::done);
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
}

TEST_F(RetireTest, RefusedReplacesAnOlderError) {
  dir_.write("a.kg.lock.error", "older");
  EXPECT_EQ(must(retire_as(Verdict::refused)), Retired::done);
  EXPECT_EQ(dir_.read("a.kg.lock.error"), "");
}

TEST_F(RetireTest, TheInputsAreComparedWhileTheSignalHasItsName) {
  for (auto verdict : {Verdict::accepted, Verdict::refused}) {
    if (verdict == Verdict::refused) seen_ = dir_.drop("a");
    bool asked = false;
    EXPECT_EQ(must(retire_as(verdict,
                             [&] {
                               asked = true;
                               EXPECT_TRUE(dir_.exists("a.kg.lock"));
                               EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
                               return Result<bool>(true);
                             })),
              Retired::done);
    EXPECT_TRUE(asked);
  }
}

TEST_F(RetireTest, ASignalOpenedAgainIsTheSameDropAndATouchedOneIsNot) {
  auto const again = [&](bool touched) {
    std::ofstream opened(dir_ / "a.kg.lock", std::ios::app);
    if (touched) fs::last_write_time(dir_ / "a.kg.lock", fs::file_time_type::clock::now());
    return Result<bool>(true);
  };
  wait_past(seen_.stamp.changed_ns);
  EXPECT_EQ(must(retire_as(Verdict::refused, [&] { return again(true); })), Retired::differs);
  seen_ = must(sight(dir_.session(), kg("a")));
  EXPECT_EQ(must(retire_as(Verdict::refused, [&] { return again(false); })), Retired::done);
}

TEST_F(RetireTest, AttemptsAreForgottenOnlyOnceTheSignalIsGone) {
  leave_an_earlier_refusal();
  EXPECT_EQ(must(retire_as(Verdict::accepted, [] { return Result<bool>(false); })), Retired::differs);
  EXPECT_EQ(must(load_attempts(dir_.session(), kg("a"))).attempts.size(), 1U);
}

TEST_F(RetireTest, ADirectoryInThePlaceOfItsAttemptsDoesNotStopAnAcceptance) {
  fs::create_directories(dir_ / ".artifactd/attempts/a.kg.json");
  EXPECT_EQ(must(retire_as(Verdict::accepted)), Retired::done);
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(RetireTest, ARefusalThatCannotBeTidiedUpHasHappenedAllTheSame) {
  must(begin_refusal(dir_.claim(), dir_.session(), seen_));
  must(save_attempts(dir_.session(), kg("a"), with_attempt({}, seen_, "d", Tier::syntax, {})));
  dir_.write("a.retry-instructions.json", "{}");
  auto const note = dir_ / ".artifactd/work" / dir_.names(".artifactd/work").at(0);
  EXPECT_NE(fault(retire_as(Verdict::refused,
                            [&] {
                              fs::remove(note);
                              fs::create_directory(note);
                              return Result<bool>(true);
                            })),
            "none");
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  EXPECT_TRUE(dir_.exists("a.retry-instructions.json"));
  EXPECT_FALSE(must(load_attempts(dir_.session(), kg("a"))).attempts.back().taken_back);
}

TEST_F(RetireTest, NoRemovedSignalStaysOpenOnceItsTickIsOver) {
  for (int round = 0; round < 20; ++round) {
    ASSERT_EQ(must(retire_as(Verdict::accepted)), Retired::done);
    seen_ = dir_.drop("a");
  }
  wait_past(seen_.stamp.birth_ns);
  release_kept_inodes();
  for (auto const& open : fs::directory_iterator("/proc/self/fd")) {
    std::error_code closed; // the descriptor of this very list
    EXPECT_FALSE(fs::read_symlink(open, closed).string().contains("accepted.a.kg.lock"));
  }
}

TEST_F(RetireTest, ARefusalThatDidNotHappenLeavesNoInstructions) {
  dir_.write("a.retry-instructions.json", "{}");
  EXPECT_EQ(must(retire_as(Verdict::refused, [] { return Result<bool>(false); })), Retired::differs);
  EXPECT_FALSE(dir_.exists("a.retry-instructions.json"));
  dir_.write("a.retry-instructions.json", "{}");
  EXPECT_EQ(must(retire_as(Verdict::refused,
                           [&] {
                             fs::remove(dir_ / "a.kg.lock");
                             return Result<bool>(true);
                           })),
            Retired::vanished);
  EXPECT_FALSE(dir_.exists("a.retry-instructions.json"));
}

TEST_F(RetireTest, AnOlderErrorKeepsItsInstructionsWhenARefusalDidNotHappen) {
  leave_an_earlier_refusal();
  EXPECT_EQ(must(retire_as(Verdict::refused, [] { return Result<bool>(false); })), Retired::differs);
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  EXPECT_TRUE(dir_.exists("a.retry-instructions.json"));
}

TEST_F(RetireTest, TheSameDropIsJudgedAgainAfterARefusalThatDidNotHappen) {
  must(save_attempts(dir_.session(), kg("a"), with_attempt({}, seen_, "d", Tier::syntax, {})));
  dir_.write("a.retry-instructions.json", "{}");
  ASSERT_TRUE(must(attempt_on_record(dir_.session(), seen_)));
  EXPECT_EQ(must(retire_as(Verdict::refused, [] { return Result<bool>(false); })), Retired::differs);
  dir_.write("a.retry-instructions.json", "{}"); // written by anybody else
  EXPECT_FALSE(must(attempt_on_record(dir_.session(), seen_)));
}

/// A signal created in the same tick in which another was removed may get its inode, but never its identity.
TEST_F(RetireTest, ASignalDroppedRightAfterTheVerdictIsAnotherDrop) {
  for (int round = 0; round < 200; ++round) {
    ASSERT_EQ(must(retire_as(Verdict::accepted)), Retired::done);
    auto const next = dir_.drop("a");
    ASSERT_FALSE(drop_id(next.stamp) == drop_id(seen_.stamp)) << "round " << round;
    seen_ = next;
  }
}

TEST_F(RetireTest, ArmingARefusedSignalAgainAlwaysShows) {
  for (int round = 0; round < 20; ++round) {
    ASSERT_EQ(must(retire_as(Verdict::refused)), Retired::done);
    fs::rename(dir_ / "a.kg.lock.error", dir_ / "a.kg.lock");
    auto const armed = must(sight(dir_.session(), kg("a")));
    ASSERT_GT(armed.stamp.changed_ns, seen_.stamp.changed_ns);
    seen_ = armed;
  }
}

class RetireEitherTest : public RetireTest, public testing::WithParamInterface<Verdict> {};

TEST_P(RetireEitherTest, ChangedInputsLeaveTheSignalStanding) {
  EXPECT_EQ(must(retire_as(GetParam(), [] { return Result<bool>(false); })), Retired::differs);
  expect_standing();
}

TEST_P(RetireEitherTest, ATouchedSignalIsANewDropping) {
  do { // until the file system's clock has ticked
    fs::last_write_time(dir_ / "a.kg.lock", fs::file_time_type::clock::now());
  } while (dir_.stamp("a.kg.lock").modified_ns == seen_.stamp.modified_ns);
  EXPECT_EQ(must(retire_as(GetParam())), Retired::differs);
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
}

TEST_P(RetireEitherTest, AnotherFileUnderTheNameIsANewDropping) {
  dir_.write("new", "");
  fs::rename(dir_ / "new", dir_ / "a.kg.lock");
  auto replaced = dir_.stamp("a.kg.lock");
  EXPECT_EQ(must(retire_as(GetParam())), Retired::differs);
  EXPECT_TRUE(same_file(dir_.stamp("a.kg.lock"), replaced));
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
}

TEST_P(RetireEitherTest, ASignalDroppedMeanwhileStands) {
  auto outcome = must(retire_as(GetParam(), [&] {
    dir_.write("a.kg.lock", "newer");
    return Result<bool>(false);
  }));
  EXPECT_EQ(outcome, Retired::differs);
  EXPECT_EQ(dir_.read("a.kg.lock"), "newer");
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_P(RetireEitherTest, ASignalDroppedDuringTheComparisonIsPending) {
  auto outcome = must(retire_as(GetParam(), [&] {
    dir_.write("new", "newer");
    fs::rename(dir_ / "new", dir_ / "a.kg.lock");
    return Result<bool>(true);
  }));
  EXPECT_EQ(outcome, Retired::differs);
  EXPECT_EQ(dir_.read("a.kg.lock"), "newer");
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
}

TEST_P(RetireEitherTest, AVanishedSignalIsNoError) {
  fs::remove(dir_ / "a.kg.lock");
  EXPECT_EQ(must(retire_as(GetParam())), Retired::vanished);
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
}

TEST_P(RetireEitherTest, WhatCannotBeFoundOutLeavesItStanding) {
  auto failed = retire_as(GetParam(), [] { return Result<bool>(fail(Fault::io, "no disk")); });
  EXPECT_EQ(fault(failed), "io");
  expect_standing();
}

INSTANTIATE_TEST_SUITE_P(All, RetireEitherTest, testing::Values(Verdict::accepted, Verdict::refused));

TEST_F(RetireTest, ADirectoryInThePlaceOfErrorKeepsTheSignalAndCountsOnce) {
  fs::create_directory(dir_ / "a.kg.lock.error");
  must(save_attempts(dir_.session(), kg("a"), with_attempt({}, seen_, "d", Tier::syntax, {})));
  EXPECT_NE(fault(retire_as(Verdict::refused)), "none");
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  EXPECT_TRUE(fs::is_directory(dir_ / "a.kg.lock.error"));
  EXPECT_EQ(attempts_when_met_again(), 1);
}

TEST_F(RetireTest, ADirectoryInThePlaceOfErrorDoesNotHoldAcceptedUp) {
  dir_.write("a.kg.lock.error/inside", "kept");
  EXPECT_EQ(must(retire_as(Verdict::accepted)), Retired::done);
  EXPECT_TRUE(dir_.exists("a.kg.lock.error/inside"));
}

TEST_F(RetireTest, LinksAreRemovedNotFollowed) {
  dir_.write("precious", "kept");
  fs::create_symlink("precious", dir_ / "a.kg.lock.error");
  fs::create_symlink("precious", dir_ / "a.retry-instructions.json");
  EXPECT_EQ(must(retire_as(Verdict::accepted)), Retired::done);
  EXPECT_EQ(dir_.read("precious"), "kept");
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
  EXPECT_FALSE(dir_.exists("a.retry-instructions.json"));
}

} // namespace
} // namespace artifactd
