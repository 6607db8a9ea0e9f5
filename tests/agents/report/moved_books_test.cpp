#include "agents/report/moved_books.hpp"
#include "agents/report/play_book.hpp"
#include "agents/report/report_book.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd::report {
namespace {

TEST(MovedBooks, KnowTheirSessionsByTheNewPaths) {
  test::ScratchDir const dir;
  auto const plays = (dir / "plays.db").string();
  auto const reports = (dir / "reports.db").string();
  {
    auto book = *PlayBook::open(plays);
    PlayIssue issue{};
    issue.session = "/old/s";
    issue.play = "p";
    issue.key = "k";
    issue.type = "deadlock";
    issue.whole = Value::object();
    ASSERT_TRUE(book.add(issue));
    auto other = *ReportBook::open(reports);
    ASSERT_TRUE(other.wish({.session = "/old/s",
                            .report = "r",
                            .play = "p",
                            .player = "ada",
                            .text = "faster",
                            .at = "2026-11-26T12:00:00Z"}));
  }
  ASSERT_TRUE(move_play_book(plays, {{"/old", "/new"}}));
  ASSERT_TRUE(move_report_book(reports, {{"/old", "/new"}}));
  EXPECT_EQ(PlayBook::open(plays)->issues("/new/s")->size(), 1U);
  EXPECT_EQ(PlayBook::open(plays)->issues("/old/s")->size(), 0U);
  EXPECT_EQ(ReportBook::open(reports)->wishes("/new/s")->size(), 1U);
}

} // namespace
} // namespace artifactd::report
