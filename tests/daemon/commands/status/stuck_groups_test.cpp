#include "daemon/commands/status/stuck_groups.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

std::vector<StuckRow> rows(std::size_t count, Actor actor, StuckRow::State state, std::string const& code,
                           std::string const& reason) {
  std::vector<StuckRow> made;
  for (std::size_t i = 0; i < count; ++i)
    made.push_back({.state = state,
                    .session = fmt::format("/s/{}", i),
                    .file = "a.kg.lock",
                    .reason = reason,
                    .next = "artifactctl help",
                    .actor = actor,
                    .code = code});
  return made;
}

using enum StuckRow::State;

TEST(StuckGroups, EqualRefusalsAreOneWithACommandForAllOfThem) {
  auto const groups = grouped(rows(25, Actor::agents, refused, "json.trailing", "a comma"));
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].count, 25U);
  EXPECT_EQ(groups[0].shown.session, "/s/0");
  EXPECT_EQ(groups[0].shown.next, "artifactctl retry --code json.trailing");
}

TEST(StuckGroups, ThreeStayApart) {
  auto const groups = grouped(rows(3, Actor::agents, refused, "json.trailing", "a comma"));
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[1].shown.session, "/s/1");
  EXPECT_EQ(groups[1].shown.next, "artifactctl help");
}

TEST(StuckGroups, DifferentCodesAreDifferentGroupsInTheOrderOfTheirFirst) {
  auto all = rows(4, Actor::agents, refused, "json.trailing", "a comma");
  for (auto const& each : rows(5, Actor::agents, refused, "schema.type", "a type"))
    all.insert(all.begin() + 1, each);
  auto const groups = grouped(all);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].shown.code, "json.trailing");
  EXPECT_EQ(groups[0].count, 4U);
  EXPECT_EQ(groups[1].count, 5U);
}

TEST(StuckGroups, WhatIsPendingForTheSameReasonIsOneWithoutACommand) {
  auto const groups = grouped(rows(15, Actor::ours, pending, "", "the graph is damaged"));
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].shown.next, "");
}

TEST(StuckGroups, TheCodeOfAReasonCountsNotThePlacesInIt) {
  auto all = rows(5, Actor::ours, pending, "", "graph.damaged: ");
  for (auto& each : all)
    each.reason += each.session;
  EXPECT_EQ(grouped(all).size(), 1U);
  for (auto& each : all)
    each.reason = "busy: " + each.session;
  EXPECT_EQ(grouped(all).size(), 5U);
}

TEST(StuckGroups, WhatPersonsHaveToDoIsNeverGrouped) {
  EXPECT_EQ(grouped(rows(9, Actor::persons, refused, "json.trailing", "a comma")).size(), 9U);
  EXPECT_EQ(grouped(rows(9, Actor::operators, trouble, "", "damaged")).size(), 9U);
}

TEST(StuckGroups, AgesAreRoundedDown) {
  auto const age = [](std::int64_t seconds) { return age_text(1'000, 1'000 + seconds * 1'000'000'000); };
  EXPECT_EQ(age(0), "0s");
  EXPECT_EQ(age(119), "1m");
  EXPECT_EQ(age(3599), "59m");
  EXPECT_EQ(age(3600), "1h");
  EXPECT_EQ(age(47 * 3600), "47h");
  EXPECT_EQ(age(49 * 3600), "2d");
  EXPECT_EQ(age(-5), "0s") << "a clock that was set back";
}

} // namespace
} // namespace artifactd
