// How the lanes of a session divide its work.
#include "agents/rule/rule_kind.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/settling/lane.hpp"
#include "daemon/settling/pending_list.hpp"
#include "daemon/settling/reconcile.hpp"
#include "merge/kg/kg_kind.hpp"
#include "tests/support/session_dir.hpp"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::must;

SessionKey session_key() {
  return {"/root", "s"};
}

SignalEnd pending_end(Kind kind) {
  SignalEnd end({test::name("a"), kind});
  end.reason = Error{Fault::io, "it rains"};
  return end;
}

TEST(Lane, EveryKindIsInOneOfThem) {
  for (auto const& kind : kind_list().kinds) {
    EXPECT_TRUE(covers(Lane::all, kind));
    EXPECT_EQ(covers(Lane::quick, kind) + covers(Lane::slow, kind) + covers(Lane::waiting, kind), 1);
  }
}

TEST(Lane, ARunOfMergesSaysThatThereAreRulesAndLeavesThemAlone) {
  test::SessionDir dir;
  dir.write("a.kg.lock", "");
  std::size_t judged = 0;
  KindOfWork merges;
  merges.kind = kg_kind;
  merges.judge = [&](Session const&, Submission& each, Purpose) {
    ++judged;
    return each.close(End::refused), Result<void>();
  };
  merges.commit = [](Session const&, CommitBatch&) { return Result<void>(); };
  std::array const works{merges};
  auto const kinds = kind_list().kinds;
  RefusalPolicy const refusal;
  Serving const serving{kinds, works, refusal};
  Hints const closed{{test::kg("a"), {test::name("b"), rule_kind}}};
  EXPECT_FALSE(must(reconcile(dir.session(), closed, serving)).result.slow);
  dir.write("b.rule.lock", "");
  EXPECT_TRUE(must(reconcile(dir.session(), closed, serving)).result.slow);
  EXPECT_TRUE(dir.exists("b.rule.lock"));
  EXPECT_GT(judged, 0U);
}

TEST(PendingList, ARunTellsNothingAboutTheOtherLane) {
  PendingList list;
  EXPECT_EQ(list.update(session_key(), "/root/s", {pending_end(rule_kind)}, Lane::slow).size(), 1U);
  EXPECT_EQ(list.update(session_key(), "/root/s", {pending_end(kg_kind)}, Lane::quick).size(), 1U);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_TRUE(list.update(session_key(), "/root/s", {pending_end(rule_kind)}, Lane::slow).empty())
      << "its reason is known";
  list.update(session_key(), "/root/s", {}, Lane::quick);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list.oldest(9)[0].second.signal, "a.rule.lock");
  list.update(session_key(), "/root/s", {}, Lane::all);
  EXPECT_EQ(list.size(), 0U);
}

} // namespace
} // namespace artifactd
