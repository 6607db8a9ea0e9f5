// A decision by a signal, while others decide.
#include "agents/report/decision_work.hpp"
#include "agents/report/report_book.hpp"
#include "state/settle/settle_report.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using report::Proposal;
using report::ReportBook;
using test::fault;
using test::must;
using State = Proposal::State;

class DecisionWork : public testing::Test {
protected:
  DecisionWork() {
    policy_.book = dir_ / "reports.db";
    policy_.confirm = report::Confirm::file;
    auto book = must(ReportBook::open(policy_.book));
    Proposal proposal;
    proposal.id = "p";
    proposal.session = dir_.session().shown();
    must(book.propose(proposal));
  }
  [[nodiscard]] Proposal proposal() const {
    return *must(must(ReportBook::open(policy_.book)).proposal(dir_.session().shown(), "p"));
  }
  void decide(State state) const {
    must(must(ReportBook::open(policy_.book)).close(proposal(), state, "another"));
  }
  /// What the signal comes to if the proposal gets this state after it was judged.
  Submission overtaken(KindOfWork const& work, State meanwhile) const {
    Submission submission({.signal = {test::name("p"), work.kind}, .stamp = {}, .seen = {}}, Round::last);
    must(work.judge(dir_.session(), submission, Purpose::settling));
    EXPECT_FALSE(submission.refused());
    decide(meanwhile);
    auto const claim = dir_.claim();
    SettleReport report;
    CommitBatch batch{.claim = claim, .submissions = {&submission}, .report = report};
    must(work.commit(dir_.session(), batch));
    return submission;
  }

  test::SessionDir dir_;
  report::ReportPolicy policy_;
};

TEST_F(DecisionWork, WhatAnotherDecidedMeanwhileIsNotDecidedAgain) {
  auto const confirmed = overtaken(confirm_work(policy_), State::rejected);
  ASSERT_EQ(confirmed.end.findings.size(), 1U);
  EXPECT_EQ(confirmed.end.findings[0].code, "decision.closed");
  EXPECT_EQ(proposal().state, State::rejected);
}

TEST_F(DecisionWork, WhatAnotherConfirmedIsNotRejected) {
  auto const rejected = overtaken(reject_work(policy_), State::confirmed);
  ASSERT_EQ(rejected.end.findings.size(), 1U);
  EXPECT_EQ(rejected.end.findings[0].code, "decision.closed");
  EXPECT_EQ(proposal().state, State::confirmed);
  EXPECT_EQ(proposal().by, "another");
}

TEST_F(DecisionWork, TheSameDecisionChangesNothing) {
  auto const again = overtaken(reject_work(policy_), State::rejected);
  EXPECT_FALSE(again.refused());
  EXPECT_EQ(again.how, End::unchanged);
  EXPECT_EQ(proposal().by, "another");
}

TEST_F(DecisionWork, AProposalIsClosedOnlyInTheStateInWhichItWasRead) {
  auto const read = proposal();
  decide(State::rejected);
  auto book = must(ReportBook::open(policy_.book));
  EXPECT_EQ(fault(book.close(read, State::confirmed, "late")), "exists");
  EXPECT_EQ(proposal().state, State::rejected);
}

} // namespace
} // namespace artifactd
