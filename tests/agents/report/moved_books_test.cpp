#include "agents/report/moved_books.hpp"
#include "agents/report/play_book.hpp"
#include "agents/report/report_book.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gmock/gmock.h>

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

class BookLayout : public testing::Test {
protected:
  void run(char const* sql) {
    auto database = sqlite::Database::open(path, sqlite::Access::write);
    ASSERT_TRUE(database && database->run(sql));
  }
  std::int64_t layout() {
    return sqlite::Database::open(path, sqlite::Access::read)->number("PRAGMA user_version").value();
  }

  test::ScratchDir const dir;
  std::string const path = (dir / "book.db").string();
};

TEST_F(BookLayout, IsGivenToABookThatHasNone) {
  ASSERT_TRUE(PlayBook::open(path));
  EXPECT_EQ(layout(), 1);
  run("DROP TABLE examined; PRAGMA user_version = 0");
  EXPECT_TRUE(move_play_book(path, {{"/old", "/new"}}));
  EXPECT_TRUE(PlayBook::open(path)->examined("/s"));
  EXPECT_EQ(layout(), 1);
}

TEST_F(BookLayout, OfANewerProgramIsRefused) {
  run("CREATE TABLE x(y); PRAGMA user_version = 77");
  std::vector<Error> const refused = {
      PlayBook::open(path).error(),     PlayBook::open_to_look(path).error(),
      ReportBook::open(path).error(),   ReportBook::open_to_look(path).error(),
      move_play_book(path, {}).error(), move_report_book(path, {}).error()};
  for (auto const& each : refused) {
    EXPECT_EQ(each.fault, Fault::unsupported);
    EXPECT_THAT(each.message, testing::HasSubstr("newer artifactd (layout 77; this one knows 1)"));
  }
  EXPECT_EQ(layout(), 77);
}

TEST_F(BookLayout, OfAnEmptyFileIsNoBookToWhoLooks) {
  dir.write("book.db", "");
  EXPECT_EQ(PlayBook::open_to_look(path).error().fault, Fault::missing);
  EXPECT_EQ(ReportBook::open_to_look(path).error().fault, Fault::missing);
  EXPECT_TRUE(ReportBook::open(path)->wishes("/s"));
}

} // namespace
} // namespace artifactd::report
