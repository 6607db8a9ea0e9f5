#include "daemon/commands/status/status_page.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Detail = StatusOptions::Detail;

StuckRow row(Actor actor, StuckRow::State state, int session, std::string file, std::string reason) {
  auto const path = fmt::format("/srv/artifactd/sessions/s{:02}", session);
  return {.state = state,
          .session = path,
          .file = std::move(file),
          .reason = std::move(reason),
          .lines = {"the agent's instructions", "Traceback:\n  line 3"},
          .todo = "what helps",
          .next = "artifactctl help " + path,
          .actor = actor};
}

StatusFound found(std::vector<StuckRow> rows) {
  StatusFound all{.stuck = {.rows = std::move(rows), .sessions = 30},
                  .daemon = {.state = SeenDaemon::State::reports, .board = Board{.pid = 7, .version = "1.0"}},
                  .roots = {"/srv/artifactd/sessions"}};
  sort_by_actor(all.stuck.rows);
  return all;
}

/// The status after a bad night: everything that can be stuck is stuck, in many sessions.
StatusFound bad_night() {
  std::vector<StuckRow> rows;
  for (int i = 0; i < 25; ++i)
    rows.push_back(row(Actor::agents, StuckRow::State::refused, i, "a.kg.lock.error",
                       "artifacts/a/completion.json:3: a value is missing after the comma (and 12 more)"));
  for (int i = 25; i < 30; ++i)
    rows.push_back(row(Actor::operators, StuckRow::State::trouble, i, "knowledge-graph.json",
                       "graph.damaged: knowledge-graph.json, line 1, column 1: there is no JSON value here"));
  for (int i = 0; i < 12; ++i)
    rows.push_back(row(Actor::persons, StuckRow::State::refused, i, "b.kg.lock.error", "x.json:1: no"));
  for (int i = 0; i < 3; ++i)
    rows.push_back(row(Actor::ours, StuckRow::State::pending, i, "c.kg.lock", "another tool holds it"));
  rows.push_back(row(Actor::operators, StuckRow::State::odd, 1, "x y.kg.lock", "ignored"));
  return found(std::move(rows));
}

std::string text_of(StatusFound const& all, StatusForm const& form) {
  return fmt::format("{}\n", fmt::join(status_lines(all, form), "\n"));
}

std::vector<std::size_t> places(std::string const& text, std::vector<std::string> const& parts) {
  std::vector<std::size_t> found;
  for (auto const& part : parts)
    found.push_back(text.find(part));
  return found;
}

TEST(StatusPage, CountsFirstAndThenListsByWhoHasToAct) {
  auto const text = text_of(bad_night(), {.size = {80, 24}});
  EXPECT_THAT(text, HasSubstr("6 for an operator, 12 for a person, 25 for their agents, 3 for nobody"));
  auto const order = places(text, {"6 for an operator", "For an operator:", "s25/knowledge-graph.json",
                                   "For a person:", "s00/b.kg: ", "For their agents",
                                   "s00/a.kg: ", "For nobody:", "s00/c.kg: ", "settled 0"});
  EXPECT_TRUE(std::ranges::is_sorted(order)) << text;
  EXPECT_NE(order.back(), std::string::npos) << text;
}

TEST(StatusPage, TakesOneScreenAndSaysHowMuchIsLeftOut) {
  auto const all = bad_night();
  auto const lines = status_lines(all, {.size = {80, 24}});
  EXPECT_LE(lines.size(), 23U) << "the prompt comes below it";
  EXPECT_THAT(lines, Contains(HasSubstr("more: artifactctl status -v")));
  for (auto const& line : lines)
    EXPECT_LE(display_width(line), 80U) << line;
  EXPECT_THAT(lines, Each(Not(HasSubstr("instructions"))));
  EXPECT_THAT(lines, Contains("    what helps: artifactctl help /srv/artifactd/sessions/s25"));
}

TEST(StatusPage, CountsTheLinesThatLongCommandsTake) {
  std::vector<StuckRow> rows;
  for (int i = 0; i < 10; ++i) {
    rows.push_back(row(Actor::operators, StuckRow::State::trouble, i, "knowledge-graph.json", "broken"));
    rows.back().next = "mv " + std::string(150, 'x');
  }
  auto const lines = status_lines(found(std::move(rows)), {.size = {80, 24}});
  std::size_t height = 0;
  for (auto const& line : lines)
    height += std::max<std::size_t>(1, (display_width(line) + 79) / 80);
  EXPECT_LE(height, 23U);
  EXPECT_THAT(lines, Contains("    mv " + std::string(150, 'x'))) << "whole, and without what it is for";
}

TEST(StatusPage, GivesEveryCommandWhereThereIsRoom) {
  auto const all = found({row(Actor::agents, StuckRow::State::refused, 1, "a.kg.lock.error", "bad"),
                          row(Actor::ours, StuckRow::State::pending, 2, "c.kg.lock", "held")});
  auto const lines = status_lines(all, {.size = {80, 24}});
  EXPECT_THAT(lines, Contains("refused  s01/a.kg: bad"));
  EXPECT_THAT(lines, Contains("    what helps: artifactctl help /srv/artifactd/sessions/s01"));
  EXPECT_THAT(lines, Contains("    what helps: artifactctl help /srv/artifactd/sessions/s02"));
  EXPECT_THAT(lines, Each(Not(HasSubstr("more:"))));
}

TEST(StatusPage, TellsEverythingWhenItIsAskedTo) {
  auto const all = bad_night();
  auto const text = text_of(all, {.detail = Detail::full, .size = {80, 24}});
  for (auto const& each : all.stuck.rows)
    EXPECT_THAT(text, AllOf(HasSubstr(each.session + "/" + each.file), HasSubstr(each.reason)));
  EXPECT_THAT(text, HasSubstr("    the agent's instructions\n"));
  EXPECT_THAT(text, HasSubstr("    Traceback:\n      line 3\n"));
  EXPECT_THAT(text, Not(HasSubstr("more:")));
}

TEST(StatusPage, IsNeverHigherOrWiderThanTheScreen) {
  auto all = bad_night();
  all.daemon.board->reason = std::string(200, 'r');
  for (int i = 0; i < 9; ++i) {
    all.working.push_back(
        {.session = "/srv/artifactd/sessions/s01", .name = "a", .kind = "kg", .what = "settling"});
    all.notices.push_back({1, "/srv/artifactd/sessions/s02", "an older version was put back"});
  }
  for (std::size_t height = 2; height < 60; ++height) {
    auto const lines = status_lines(all, {.size = {70, height}});
    std::size_t rows = 0;
    for (auto const& line : lines)
      rows += std::max<std::size_t>(1, (display_width(line) + 69) / 70);
    EXPECT_LE(rows, height - 1) << "the prompt comes below it";
  }
}

TEST(StatusPage, KeepsALineOfEveryGroupOnASmallScreen) {
  for (std::size_t const height : {8U, 10U, 12U}) {
    auto const lines = status_lines(bad_night(), {.size = {80, height}});
    EXPECT_EQ(lines.size(), height - 1);
    EXPECT_THAT(fmt::format("{}", fmt::join(lines, "\n")),
                AllOf(HasSubstr("knowledge-graph"), HasSubstr("/b.kg"), HasSubstr("/a.kg"),
                      HasSubstr("/c.kg"), HasSubstr("more: artifactctl status -v")));
  }
}

TEST(StatusPage, ShowsTheMostUrgentOnTheSmallestScreen) {
  auto const lines = status_lines(bad_night(), {.size = {80, 5}});
  EXPECT_THAT(lines,
              testing::ElementsAre(StartsWith("artifactd 1.0"), StartsWith("6 for an operator"),
                                   HasSubstr("knowledge-graph"), "    and 45 more: artifactctl status -v"));
}

TEST(StatusPage, TellsSessionsOfSeveralRootsApart) {
  auto all = found({row(Actor::ours, StuckRow::State::pending, 1, "c.kg.lock", "held")});
  all.roots.emplace_back("/home/me/runs");
  EXPECT_THAT(status_lines(all, {.size = {80, 24}}), Contains("pending  sessions/s01/c.kg: held"));
  EXPECT_EQ(below_root(all.roots, "/elsewhere/s"), "/elsewhere/s");
}

TEST(StatusPage, OfAQuietMachineIsShort) {
  EXPECT_THAT(status_lines(found({}), {.size = {80, 24}}),
              testing::ElementsAre(StartsWith("artifactd 1.0: ok, pid 7"), "nothing is stuck",
                                   StartsWith("settled 0, refused 0")));
}

TEST(StatusPage, CountsOlderNoticesBelowTheNewest) {
  auto all = found({});
  for (std::int64_t second = 1; second <= 20; ++second)
    all.notices.push_back({second, "/srv/artifactd/sessions/s02", "an older version was put back"});
  EXPECT_THAT(status_lines(all, {.size = {80, 24}}),
              testing::ElementsAre(StartsWith("artifactd 1.0"), "nothing is stuck", StartsWith("noticed"),
                                   StartsWith("noticed"), StartsWith("noticed"),
                                   "    and 17 older notices: artifactctl status -v",
                                   StartsWith("settled 0")));
}

TEST(StatusPage, HasOneLineForAllThatWaitsForADisk) {
  std::vector<StuckRow> rows;
  for (int i = 0; i < 20; ++i) {
    rows.push_back(
        row(Actor::operators, StuckRow::State::pending, i, "a.kg.lock", "No space left on device"));
    rows.back().next = "df -h -- /srv";
    rows.push_back(
        row(Actor::operators, StuckRow::State::pending, i, "b.kg.lock", "the daemon is not running"));
  }
  auto const text = text_of(found(std::move(rows)), {.size = {120, 40}});
  EXPECT_THAT(text, HasSubstr("20 signals, such as s00/a.kg: No space left on device\n"));
  EXPECT_THAT(text, HasSubstr("df -h -- /srv\n"));
  EXPECT_THAT(text, HasSubstr("20 signals, such as s00/b.kg: the daemon is not running\n"));
  EXPECT_THAT(text, Not(HasSubstr("artifactctl help"))) << "that is about one of them";
}

TEST(StatusPage, GivesEachReasonOfADegradedDaemonALine) {
  auto all = found({});
  all.daemon.board->reason = "the page is not served\nthe journal cannot be written";
  auto const lines = status_lines(all, {.size = {80, 24}});
  EXPECT_EQ(lines.at(1), "  the page is not served");
  EXPECT_EQ(lines.at(2), "  the journal cannot be written");
}

TEST(StatusPage, WithoutADaemonSaysSoFirst) {
  auto all = found({});
  all.daemon = {};
  all.stuck.pending = 2;
  EXPECT_EQ(status_lines(all, {.size = {80, 24}}).front(),
            "artifactd is not running; 30 sessions looked at, 2 signals pending");
}

} // namespace
} // namespace artifactd
