// One run over a session: what it does beside settling the signals that are there.
#include "agents/rule/rule_kind.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/settling/reconcile.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/session/session_layout.hpp"
#include "tests/support/session_dir.hpp"

#include <array>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::must;

class Reconcile : public testing::Test {
protected:
  Reconcile() {
    merges_.kind = kg_kind;
    merges_.recovers = true;
    merges_.commit = [this](Session const&, CommitBatch& batch) {
      recoveries_ += batch.submissions.empty() ? 1 : 0;
      return Result<void>();
    };
    rules_.kind = rule_kind;
    rules_.judge = [](Session const&, Submission& each, Purpose) {
      return each.close(End::refused), Result<void>();
    };
    rules_.commit = [](Session const&, CommitBatch&) { return Result<void>(); };
  }

  RunResult run() {
    std::array const works{merges_, rules_};
    auto const kinds = kind_list().kinds;
    RefusalPolicy const refusal;
    return must(reconcile(dir_.session(), {{{test::name("b"), rule_kind}}}, {kinds, works, refusal})).result;
  }

  test::SessionDir dir_;
  KindOfWork merges_;
  KindOfWork rules_;
  int recoveries_ = 0;
};

TEST_F(Reconcile, RecoversWhatAKilledMergeLeftThoughOnlyARuleIsSignalled) {
  dir_.write("b.rule.lock", "");
  dir_.write(layout::work + "/left", "");
  run();
  EXPECT_GT(recoveries_, 0);
}

TEST_F(Reconcile, LooksAgainWhenTheFirstOfSeveralSaysSo) {
  rules_.judge = [](Session const&, Submission& each, Purpose) -> Result<void> {
    each.end.again_in = std::chrono::milliseconds(each.sighting.signal.name.str() == "b" ? 20 : 70);
    return fail(Fault::busy, "there is no room");
  };
  dir_.write("a.rule.lock", "");
  dir_.write("b.rule.lock", "");
  dir_.write("c.rule.lock", "");
  EXPECT_EQ(run().again_in, std::chrono::milliseconds(20));
}

TEST_F(Reconcile, LooksAgainWhenPendingWorkSaysSo) {
  rules_.judge = [](Session const&, Submission& each, Purpose) -> Result<void> {
    each.end.again_in = std::chrono::milliseconds(70);
    return fail(Fault::busy, "there is no room");
  };
  dir_.write("b.rule.lock", "");
  auto const result = run();
  EXPECT_EQ(result.end, RunEnd::pending);
  EXPECT_EQ(result.again_in, std::chrono::milliseconds(70));
}

TEST_F(Reconcile, RecoversNothingForASignalOfAnotherKind) {
  dir_.write("b.rule.lock", "");
  run();
  EXPECT_EQ(recoveries_, 0);
}

TEST_F(Reconcile, LooksForLateWritesWithTheKindThatHasAHistory) {
  dir_.write(layout::generations + "/any", "");
  run();
  EXPECT_EQ(recoveries_, 0);
  merges_.keeps_history = true;
  run();
  EXPECT_EQ(recoveries_, 1);
}

} // namespace
} // namespace artifactd
