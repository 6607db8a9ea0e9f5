// The framework with the test's own kind of work: what becomes of its signals.
#include "state/settle/settle_work.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::fault;
using test::must;
using testing::ElementsAre;

class SettleWorkTest : public testing::Test {
protected:
  SettleWorkTest() {
    work_.kind = test::kg("a").kind;
    work_.judge = [this](Session const&, Submission& each, Purpose) -> Result<void> {
      ++judged_;
      each.inputs = "digest";
      if (!good_) each.end.findings = {Finding{.code = "test.bad", .message = "it is bad"}};
      each.as_judged = [this] { return Result<bool>(as_judged_); };
      return {};
    };
    work_.commit = [this](Session const&, CommitBatch& batch) -> Result<void> {
      for (auto const* each : batch.submissions)
        committed_.push_back(each->name().str());
      return batch.submissions.empty() || commits_ ? Result<void>() : fail(Fault::io, "the disk is full");
    };
    work_.requirements = [](Session const&, Name const&) -> Result<std::vector<std::string>> {
      return std::vector<std::string>{"it is good"};
    };
  }

  SettleReport settle(std::vector<Sighting> const& sightings) {
    return settle_work(dir_.session(), sightings, work_, refusal_, Round::last);
  }
  [[nodiscard]] SettledSignals record() const { return must(settled_on_record(dir_.session())); }

  test::SessionDir dir_;
  KindOfWork work_;
  RefusalPolicy refusal_;
  bool good_ = true;
  bool commits_ = true;
  bool as_judged_ = true;
  int judged_ = 0;
  std::vector<std::string> committed_;
};

TEST_F(SettleWorkTest, AcceptedWorkIsCommittedRecordedAndAnswered) {
  auto const dropped = dir_.drop("a");
  EXPECT_EQ(settle({dropped}).signals.at(0).end, End::merged);
  EXPECT_THAT(committed_, ElementsAre("a"));
  EXPECT_TRUE(record().hold(dropped));
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
}

TEST_F(SettleWorkTest, RefusedWorkIsNotCommitted) {
  good_ = false;
  EXPECT_EQ(settle({dir_.drop("a")}).signals.at(0).end, End::refused);
  EXPECT_THAT(committed_, testing::IsEmpty());
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  EXPECT_THAT(dir_.read("a.retry-instructions.json"), testing::HasSubstr("it is good"));
}

TEST_F(SettleWorkTest, ABatchIsCommittedAtOnce) {
  work_.batch = 2;
  std::vector<std::size_t> batches;
  work_.commit = [&](Session const&, CommitBatch& batch) {
    batches.push_back(batch.submissions.size());
    return Result<void>();
  };
  settle({dir_.drop("a"), dir_.drop("b"), dir_.drop("c")});
  EXPECT_THAT(batches, ElementsAre(2, 1));
}

TEST_F(SettleWorkTest, ABatchIsReportedBeforeTheNextIsJudged) {
  work_.batch = 2;
  std::vector<std::string> happened;
  work_.judge = [&, judge = work_.judge](Session const& session, Submission& each, Purpose purpose) {
    happened.push_back("judged " + each.name().str());
    return judge(session, each, purpose);
  };
  auto const reported = [&](std::span<SignalEnd const> ends) {
    for (auto const& end : ends)
      happened.push_back(fmt::format("{} {}", end_word(end.end), end.signal.name.str()));
  };
  std::vector<Sighting> const dropped = {dir_.drop("a"), dir_.drop("b"), dir_.drop("c")};
  EXPECT_EQ(settle_work(dir_.session(), dropped, work_, refusal_, Round::last, reported).signals.size(), 3U);
  EXPECT_THAT(happened, ElementsAre("judged a", "judged b", "merged a", "merged b", "judged c", "merged c"));
}

TEST_F(SettleWorkTest, ACommitThatFailsLeavesItsSignalsPending) {
  commits_ = false;
  auto const dropped = dir_.drop("a");
  auto const report = settle({dropped});
  EXPECT_EQ(report.signals.at(0).end, End::pending);
  EXPECT_EQ(report.signals.at(0).reason->message, "the disk is full");
  EXPECT_FALSE(record().hold(dropped));
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
}

TEST_F(SettleWorkTest, InputsThatChangedAreJudgedAgainAndNotOnRecord) {
  as_judged_ = false;
  auto const dropped = dir_.drop("a");
  EXPECT_EQ(settle({dropped}).signals.at(0).end, End::again);
  EXPECT_FALSE(record().hold(dropped));
}

TEST_F(SettleWorkTest, AVerdictOnRecordIsCarriedOutWithoutJudging) {
  auto const dropped = dir_.drop("a");
  SettledSignals settled;
  settled.add(dropped, "digest");
  must(record_settled(dir_.session(), settled));
  EXPECT_EQ(settle({dropped}).signals.at(0).end, End::unchanged);
  EXPECT_EQ(judged_, 0);
  EXPECT_THAT(committed_, testing::IsEmpty());
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
}

TEST_F(SettleWorkTest, AttemptsAreForgottenBeforeTheSignalOfRepairedWorkIsGone) {
  std::vector<bool> signal_was_there;
  refusal_.forget = [&](SignalName const&) { signal_was_there.push_back(dir_.exists("a.kg.lock")); };
  settle({dir_.drop("a")});
  EXPECT_THAT(signal_was_there, testing::IsEmpty()); // nothing was counted
  good_ = false;
  settle({dir_.drop("a")});
  good_ = true;
  settle({dir_.drop("a")});
  EXPECT_THAT(signal_was_there, ElementsAre(true));
}

/// `ln template a.kg.lock`: every drop has the same inode, birth and mtime.
TEST_F(SettleWorkTest, ASignalLinkedToTheSameFileAgainIsJudged) {
  auto const first = dir_.drop("a");
  std::filesystem::create_hard_link(dir_ / "a.kg.lock", dir_ / "template");
  settle({first});
  std::filesystem::create_hard_link(dir_ / "template", dir_ / "a.kg.lock");
  auto const second = must(sight(dir_.session(), test::kg("a")));
  ASSERT_TRUE(record().hold(second));
  good_ = false;
  EXPECT_EQ(settle({second}).signals.at(0).end, End::refused);
}

TEST_F(SettleWorkTest, ASignalMovedAwayBeforeItsRemovalAndBackAfterwardsIsJudged) {
  auto const first = dir_.drop("a");
  work_.commit = [&](Session const&, CommitBatch&) {
    std::filesystem::rename(dir_ / "a.kg.lock", dir_ / "away");
    return Result<void>();
  };
  settle({first});
  std::filesystem::rename(dir_ / "away", dir_ / "a.kg.lock");
  good_ = false;
  EXPECT_EQ(settle({must(sight(dir_.session(), test::kg("a")))}).signals.at(0).end, End::refused);
}

TEST_F(SettleWorkTest, WithNothingToRecoverItNeedsNoClaim) {
  auto const busy = must(Claim::take(dir_.session()));
  EXPECT_FALSE(settle({}).trouble);
}

TEST_F(SettleWorkTest, RecoveryAloneDoesNotWaitForTheClaim) {
  work_.recovers = true;
  work_.claim_patience = std::chrono::hours(1);
  auto const busy = must(Claim::take(dir_.session()));
  auto const report = settle({});
  ASSERT_TRUE(report.trouble);
  EXPECT_EQ(report.trouble->fault, Fault::busy);
}

} // namespace
} // namespace artifactd
