#include "daemon/commands/status/activity_feed.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "daemon/commands/status/watch_screen.hpp"
#include "daemon/terminal/terminal.hpp"
#include "merge/kg/kg_kind.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr ScreenSize wide{100, 24};

ActivityEvent event(std::string name, std::string what, int attempt = 0, std::string error = "") {
  return {.session = "/root/one",
          .name = std::move(name),
          .kind = "kg",
          .what = std::move(what),
          .attempt = attempt,
          .attempts = attempt > 0 ? 3 : 0,
          .error = std::move(error)};
}

TEST(WatchScreen, ShowsALineForEachSignalAndWhatWentWrongBefore) {
  WatchScreen screen({});
  auto now = Monotonic::now();
  screen.take(event("a", "settling", 2, "syntax error, line 5"), now);
  auto pending = event("b", "pending");
  pending.reason = "disk full";
  screen.take(pending, now);
  screen.take(event("c", "run_started"), now);
  EXPECT_THAT(screen.live(wide, 0),
              ElementsAre("2 at work, 1 pending", "◐ a.kg  one  settling, attempt 2/3",
                          "    previous: syntax error, line 5", "· b.kg  one  pending: disk full",
                          "◐ c.kg  one  run started"));
  EXPECT_EQ(screen.live(wide, 1)[1], "◓ a.kg  one  settling, attempt 2/3");
}

TEST(WatchScreen, ARefusedOneWaitsForItsNextAttempt) {
  WatchScreen screen({});
  screen.take(event("a", "refused", 1, "schema error"), Monotonic::now());
  EXPECT_THAT(screen.live(wide, 0), ElementsAre("1 refused; so far 1 refused",
                                                "◐ a.kg  one  refused, attempt 1/3; waiting for attempt 2/3",
                                                "    previous: schema error"));
}

TEST(WatchScreen, AFinishedLineStaysForAMomentAndScrollsOnce) {
  WatchScreen screen({});
  auto now = Monotonic::now();
  screen.take(event("a", "merged", 2), now);
  auto last = event("b", "refused", 3, "syntax error");
  last.escalated = true;
  screen.take(last, now);
  EXPECT_THAT(screen.live(wide, 0),
              ElementsAre("nothing is at work; so far 1 merged, 1 refused, 1 for a person",
                          "✓ a.kg  one  merged, attempt 2/3",
                          "✗ b.kg  one  refused, attempt 3/3, a person has to look",
                          "    previous: syntax error"));
  EXPECT_THAT(screen.scrolled(now + 1s, wide), IsEmpty());
  EXPECT_THAT(screen.scrolled(now + 2s, wide),
              ElementsAre("✓ a.kg  one  merged, attempt 2/3",
                          "✗ b.kg  one  refused, attempt 3/3, a person has to look", "    syntax error"));
  EXPECT_THAT(screen.scrolled(now + 9s, wide), IsEmpty());
  EXPECT_FALSE(screen.moving());
}

TEST(WatchScreen, OneThatIsTakenUpAgainDoesNotScroll) {
  WatchScreen screen({});
  auto now = Monotonic::now();
  screen.take(event("a", "merged"), now);
  screen.take(event("a", "settling"), now + 1s);
  EXPECT_THAT(screen.scrolled(now + 9s, wide), IsEmpty());
  screen.take(event("a", "gone"), now + 9s);
  EXPECT_THAT(screen.live(wide, 0), ElementsAre("nothing is at work; so far 1 merged"));
}

TEST(WatchScreen, IsNeverWiderOrHigherThanTheTerminal) {
  WatchScreen screen({});
  for (int i = 0; i < 50; ++i)
    screen.take(event("agent-名前-" + std::to_string(i), "settling", 2, std::string(300, 'e')),
                Monotonic::now());
  for (ScreenSize size : {ScreenSize{80, 24}, ScreenSize{20, 5}, ScreenSize{4, 3}, ScreenSize{1, 1}}) {
    auto lines = screen.live(size, 0);
    EXPECT_LT(lines.size(), std::max<std::size_t>(size.height, 3));
    for (auto const& line : lines)
      EXPECT_LT(display_width(line), std::max<std::size_t>(size.width, 3)) << line;
  }
  EXPECT_EQ(screen.live({80, 24}, 0).front(), "50 at work; 39 older ones not shown");
}

TEST(WatchScreen, ShowsTheNewestWhereNotAllFit) {
  WatchScreen screen({});
  for (int i = 0; i < 50; ++i) {
    auto each = event("a" + std::to_string(10 + i), "settling");
    each.wall_ns = i == 3 ? 1000 : i;
    screen.take(each, Monotonic::now());
  }
  auto const lines = screen.live({80, 6}, 0);
  EXPECT_THAT(lines, ElementsAre("50 at work; 46 older ones not shown", HasSubstr("a57.kg"),
                                 HasSubstr("a58.kg"), HasSubstr("a59.kg"), HasSubstr("a13.kg")))
      << "the newest at the bottom";
}

TEST(WatchScreen, CountsNothingTwiceWhenTheConnectionIsNew) {
  WatchScreen screen({});
  auto refused = event("a", "refused", 1);
  refused.wall_ns = 5;
  screen.take(refused, Monotonic::now());
  screen.clear();
  screen.take(refused, Monotonic::now());
  EXPECT_EQ(screen.live(wide, 0).front(), "1 refused; so far 1 refused");
  refused.wall_ns = 6;
  screen.take(refused, Monotonic::now());
  EXPECT_EQ(screen.live(wide, 0).front(), "1 refused; so far 2 refused");
}

TEST(WatchScreen, ShowsTheBoardOfARunBelowItAndKeepsItAtItsEnd) {
  WatchScreen screen({});
  auto now = Monotonic::now();
  ActivityEvent run{
      .session = "/root/one", .name = "run", .kind = "state", .what = "running", .text = "a step"};
  run.board = {"scores   20", "fixes    a line that is \x1b[31mlonger than forty columns"};
  screen.take(run, now);
  EXPECT_THAT(screen.live({40, 24}, 0), ElementsAre("1 at work", "◐ run.state  one  running: a step",
                                                    "    scores   20", HasSubstr("fixes    a line that")));
  for (auto const& line : screen.live({40, 24}, 0))
    EXPECT_LT(display_width(line), 40U);
  EXPECT_THAT(screen.live({40, 11}, 0), ElementsAre("1 at work", "◐ run.state  one  running: a step"))
      << "a low terminal has no room for boards";
  run.what = "completed";
  run.text = "";
  screen.take(run, now);
  EXPECT_THAT(screen.scrolled(now + 2s, wide),
              ElementsAre("✓ run.state  one  completed", "    scores   20", HasSubstr("fixes")));
  EXPECT_THAT(screen.live(wide, 0), ElementsAre("nothing is at work; so far 1 merged"));
}

TEST(WatchScreen, CountsNoAttemptBeyondThoseThereAre) {
  auto beyond = event("a", "refused", 4);
  beyond.escalated = true;
  EXPECT_EQ(activity_phrase(beyond), "refused, attempt 4/4, a person has to look");
}

TEST(WatchScreen, KeepsToAsciiWhereThereIsNothingElse) {
  WatchScreen screen({.charset = Charset::ascii});
  screen.take(event("a", "settling", 2, "naïve 名"), Monotonic::now());
  screen.take(event("b", "merged"), Monotonic::now());
  EXPECT_THAT(screen.live(wide, 0),
              ElementsAre("1 at work; so far 1 merged", "| a.kg  one  settling, attempt 2/3",
                          "    previous: na?ve ?", "+ b.kg  one  merged"));
}

TEST(WatchScreen, ColoursTheMarkAloneAndShowsHostileTextHarmlessly) {
  WatchScreen screen({.colour = Colour::on});
  screen.take(event("a", "x\x1b[2J"), Monotonic::now());
  EXPECT_THAT(screen.live(wide, 0),
              ElementsAre("\x1b[1m1 at work\x1b[0m", "\x1b[36m◐\x1b[0m a.kg  one  x\\x1b[2J"));
}

TEST(LiveArea, TakesBackWhatItDrewEvenAfterTheTerminalShrank) {
  LiveArea area;
  EXPECT_THAT(area.draw({}, {"12345678", "1"}, {10, 5}), testing::HasSubstr("\r12345678\x1b[K\n1\x1b[K\n"));
  EXPECT_THAT(area.draw({"for good"}, {"x"}, {10, 5}),
              testing::HasSubstr("\x1b[2A\rfor good\x1b[K\nx\x1b[K\n"));
  EXPECT_NE(area.draw({}, {"\x1b[36m*\x1b[0m 12345678", "1"}, {20, 5}), "");
  EXPECT_THAT(area.draw({}, {}, {5, 5}), testing::HasSubstr("\x1b[3A\r"))
      << "ten columns are two rows of five";
}

TEST(ActivityLine, SaysItAllOnOneLine) {
  auto refused = event("a", "refused", 1, "syntax error, line 5");
  EXPECT_EQ(activity_line(refused),
            "1970-01-01T00:00:00.000Z  /root/one  a.kg  refused, attempt 1/3; waiting for "
            "attempt 2/3 (syntax error, line 5)");
}

TEST(LiveArea, ErasesNothingBehindALineThatFillsItsRow) {
  LiveArea area;
  auto const text = area.draw({}, {std::string(20, 'x'), std::string(40, 'y'), "short", ""}, {20, 10});
  EXPECT_THAT(text, HasSubstr(std::string(20, 'x') + "\n"));
  EXPECT_THAT(text, HasSubstr(std::string(40, 'y') + "\n"));
  EXPECT_THAT(text, HasSubstr("short\x1b[K\n\x1b[K\n"));
}

TEST(Frame, ErasesEveryRowBeforeItIsWritten) {
  std::vector<std::string> const lines{"one", "two"};
  EXPECT_EQ(frame_of(lines), "\x1b[H\x1b[2Kone\r\n\x1b[Jtwo");
  EXPECT_EQ(frame_of({}), "\x1b[H\x1b[J");
}

TEST(ActivityFromJournal, IsWhatTheDaemonWouldHaveTold) {
  auto told = activity_from_journal(
      {kg_kind},
      {.wall_ns = 5,
       .session = "/s",
       .name = "a",
       .kind = "kg",
       .event = "settled",
       .outcome = "refused",
       .detail = R"({"attempt":2,"attempts":3,"tier":"syntax","findings":[)"
                 R"({"code":"json.truncated","tier":"syntax","file":"artifacts/a/x.json","line":5}]})"});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->error, "syntax error, line 5: the text ends inside a value (x.json)");
  EXPECT_EQ(activity_phrase(*told), "refused, attempt 2/3; waiting for attempt 3/3");
  EXPECT_FALSE(activity_from_journal({kg_kind}, {.name = "a", .event = "notice"}));
}

} // namespace
} // namespace artifactd
