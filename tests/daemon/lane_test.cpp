// What the lanes of a session leave to each other.
#include "agents/rule/rule_kind.hpp"
#include "daemon/kind_list.hpp"
#include "daemon/lane.hpp"
#include "daemon/pending_list.hpp"
#include "daemon/reconcile.hpp"
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

class CountingSettler final : public Settler {
public:
  explicit CountingSettler(Kind kind) : kind_(kind) {}
  [[nodiscard]] Kind kind() const noexcept override { return kind_; }
  [[nodiscard]] SettleReport settle(Session const&, std::vector<Sighting> const& sightings, Round) override {
    settled += sightings.size();
    SettleReport report;
    for (auto const& each : sightings)
      report.signals.emplace_back(each.signal).end = End::refused;
    return report;
  }
  std::size_t settled = 0;

private:
  Kind kind_;
};

TEST(Lane, EveryKindIsInOneOfThem) {
  for (auto const& kind : served_kinds()) {
    EXPECT_TRUE(covers(Lane::all, kind));
    EXPECT_NE(covers(Lane::quick, kind), covers(Lane::slow, kind));
  }
}

TEST(Lane, ARunOfMergesSaysThatThereAreRulesAndLeavesThemAlone) {
  test::SessionDir dir;
  dir.write("a.kg.lock", "");
  CountingSettler merges(kg_kind);
  std::array<Settler*, 1> settlers{&merges};
  Hints const closed{{test::kg("a"), {test::name("b"), rule_kind}}};
  EXPECT_FALSE(must(reconcile(dir.session(), closed, served_kinds(), settlers)).result.slow);
  dir.write("b.rule.lock", "");
  EXPECT_TRUE(must(reconcile(dir.session(), closed, served_kinds(), settlers)).result.slow);
  EXPECT_TRUE(dir.exists("b.rule.lock"));
  EXPECT_GT(merges.settled, 0U);
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
