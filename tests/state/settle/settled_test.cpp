#include "agents/rule/rule_kind.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/publish.hpp"
#include "state/settle/settled.hpp"
#include "tests/support/session_dir.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/xattr.h>

namespace artifactd {
namespace {

using test::must;

constexpr auto graph_file = "knowledge-graph.json";

class SettledTest : public testing::Test {
protected:
  Swap publish_listing(SettledSignals const& settled) {
    Place const place{dir_.open("."), graph_file, graph_file, "graph"};
    auto const base = dir_.exists(graph_file) ? std::optional(dir_.stamp(graph_file)) : std::nullopt;
    return must(publish(dir_.session(), place, base, std::vector<std::string_view>{"{}"}, {},
                        settled.to_attribute()));
  }
  [[nodiscard]] SettledSignals by_graph() const {
    return must(settled_by_file(dir_.session().directory(), graph_file));
  }
  [[nodiscard]] SettledSignals on_record() const { return must(settled_on_record(dir_.session())); }

  static SettledSignals list(std::vector<Sighting> const& sightings) {
    SettledSignals settled;
    for (auto const& each : sightings)
      settled.add(each, std::string(64, 'd'));
    return settled;
  }
  /// Drops that never existed on this disk.
  [[nodiscard]] std::vector<Sighting> drops(std::size_t count) const {
    std::vector<Sighting> made;
    for (std::size_t i = 0; i < count; ++i) {
      auto sighting = seen_;
      sighting.stamp.inode = i + 1;
      made.push_back(sighting);
    }
    return made;
  }

  test::SessionDir dir_;
  Sighting seen_ = dir_.drop("a");
};

TEST_F(SettledTest, APublishedGraphListsWhatItSettled) {
  EXPECT_TRUE(publish_listing(list({seen_})).settled);
  EXPECT_TRUE(by_graph().hold(seen_));
}

TEST_F(SettledTest, TheNextGraphListsItsOwnAlone) {
  publish_listing(list({seen_}));
  publish_listing({});
  EXPECT_FALSE(by_graph().hold(seen_));
}

TEST_F(SettledTest, AnotherDropIsNotListed) {
  publish_listing(list({seen_}));
  for (auto change : {0, 1, 2}) {
    auto other = seen_;
    if (change == 0) ++other.stamp.inode;
    if (change == 1) ++other.stamp.birth_ns;
    if (change == 2) ++other.stamp.modified_ns;
    EXPECT_FALSE(by_graph().hold(other));
  }
  auto other = seen_;
  other.signal.kind = rule_kind;
  EXPECT_FALSE(by_graph().hold(other));
}

TEST_F(SettledTest, OneSignalOfAnAgentWithAShortNameFitsIntoAnInode) {
  constexpr std::size_t room_in_an_inode = 52;
  constexpr std::int64_t longest_tick_ns = 10'000'000;
  auto sighting = seen_;
  sighting.signal.name = Name::parse("fact-checker").value();
  sighting.stamp.inode = UINT32_MAX;
  sighting.stamp.modified_ns = sighting.stamp.birth_ns + longest_tick_ns;
  EXPECT_LE(list({sighting}).to_attribute().size(), room_in_an_inode);
}

TEST_F(SettledTest, WhatDoesNotFitAnAttributeIsNotListedInPart) {
  EXPECT_TRUE(list(drops(200)).to_attribute().empty());
  EXPECT_FALSE(list(drops(20)).to_attribute().empty());
}

TEST_F(SettledTest, TheNewestFormerOnesAreCarriedAlongAsFarAsTheyFit) {
  auto const former = drops(100);
  auto carrying = list({seen_});
  carrying.carry_along(list(former));
  EXPECT_FALSE(carrying.to_attribute().empty());
  EXPECT_TRUE(carrying.hold(seen_));
  EXPECT_TRUE(carrying.hold(former.back()));
  EXPECT_FALSE(carrying.hold(former.front()));
}

TEST_F(SettledTest, TheRecordKeepsWhatNoGraphLists) {
  EXPECT_TRUE(on_record().empty());
  must(record_settled(dir_.session(), list({seen_})));
  auto const others = drops(3);
  must(record_settled(dir_.session(), list(others)));
  EXPECT_TRUE(on_record().hold(seen_));
  EXPECT_TRUE(on_record().hold(others.back()));
}

TEST_F(SettledTest, TheRecordIsBoundedAndKeepsTheNewest) {
  auto const many = drops(3000);
  for (auto const& each : many)
    must(record_settled(dir_.session(), list({each})));
  EXPECT_LT(dir_.stamp(layout::settled).size, 64U * 1024);
  EXPECT_TRUE(on_record().hold(many.back()));
  EXPECT_FALSE(on_record().hold(many.front()));
}

TEST_F(SettledTest, ABatchOfTheLargestSizeIsOnRecordAsAWhole) {
  must(record_settled(dir_.session(), list({seen_})));
  auto many = drops(4096);
  for (auto& each : many)
    each.signal = test::kg(std::string(64, 'n'));
  must(record_settled(dir_.session(), list(many)));
  EXPECT_EQ(on_record().lines().size(), 4097U);
  must(unrecord_settled(dir_.session(), many.front()));
  EXPECT_EQ(on_record().lines().size(), 4096U);
  must(record_settled(dir_.session(), list({seen_})));
  EXPECT_LT(dir_.stamp(layout::settled).size, 32U * 1024);
}

TEST_F(SettledTest, TornAndForgedLinesSayNothing) {
  must(record_settled(dir_.session(), list({seen_})));
  auto const whole = dir_.read(layout::settled);
  for (std::size_t cut = 0; cut + 2 < whole.size(); ++cut) {
    dir_.write(layout::settled, whole.substr(0, cut));
    EXPECT_FALSE(on_record().hold(seen_)) << cut;
  }
  auto const others = drops(1);
  dir_.write(layout::settled, whole.substr(0, whole.size() / 2));
  must(record_settled(dir_.session(), list(others)));
  EXPECT_TRUE(on_record().hold(others.front())); // also after a torn line
}

TEST_F(SettledTest, ALinkInPlaceOfTheRecordIsReplacedNotWrittenThrough) {
  dir_.write("precious", "kept");
  must(dir_.session().private_directory(layout::home));
  std::filesystem::create_symlink("../precious", dir_ / layout::settled);
  must(record_settled(dir_.session(), list({seen_})));
  EXPECT_EQ(dir_.read("precious"), "kept");
  EXPECT_TRUE(on_record().hold(seen_));
  std::filesystem::remove(dir_ / layout::settled);
  std::filesystem::create_hard_link(dir_ / "precious", dir_ / layout::settled);
  must(record_settled(dir_.session(), list({seen_})));
  EXPECT_EQ(dir_.read("precious"), "kept");
  EXPECT_TRUE(on_record().hold(seen_));
}

TEST_F(SettledTest, ARecordThatIsNotWrittenToIsTakenAlong) { // another user's, say
  must(record_settled(dir_.session(), list({seen_})));
  std::filesystem::create_hard_link(dir_ / layout::settled, dir_ / "other");
  auto const others = drops(1);
  must(record_settled(dir_.session(), list(others)));
  EXPECT_TRUE(on_record().hold(seen_));
  EXPECT_TRUE(on_record().hold(others.front()));
}

TEST_F(SettledTest, ASignalThatIsJudgedAgainIsStruckOut) {
  auto const others = drops(1);
  auto both = list({seen_});
  both.add(list(others));
  publish_listing(both);
  must(record_settled(dir_.session(), both));
  must(unlist_settled(dir_.session().directory(), graph_file, seen_));
  must(unrecord_settled(dir_.session(), seen_));
  EXPECT_FALSE(by_graph().hold(seen_));
  EXPECT_FALSE(on_record().hold(seen_));
  EXPECT_TRUE(by_graph().hold(others.front()));
  EXPECT_TRUE(on_record().hold(others.front()));
}

RC_GTEST_PROP(Settled, AnyTextParsesAndSaysNothingItDoesNotHold, ()) {
  auto const text = *rc::gen::string<std::string>();
  auto const settled = SettledSignals::parse(text);
  for (auto const& line : settled.lines())
    RC_ASSERT(text.find(line) != text.npos);
}

} // namespace
} // namespace artifactd
