#include "agents/model/call_book.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd::model {
namespace {

constexpr Day some_day = std::chrono::sys_days(std::chrono::days(20'000));

TEST(CallBook, CountsByDayAndModelAndKeepsIt) {
  test::SessionDir const dir;
  {
    CallBook book(dir.session());
    book.note(some_day, "a", {.calls = 1, .input = 10, .milliseconds = 30, .longest = 30});
    book.note(some_day, "a", {.calls = 1, .failed = 1, .milliseconds = 20, .longest = 20});
    book.note(some_day + std::chrono::days(1), "a", {.calls = 1});
    book.note(some_day, "b", {.calls = 1});
  }
  CallBook book(dir.session());
  book.read();
  auto const days = book.days();
  ASSERT_EQ(days.size(), 3U);
  EXPECT_EQ(days[0].model, "a");
  EXPECT_EQ(days[0].count.calls, 2U);
  EXPECT_EQ(days[0].count.failed, 1U);
  EXPECT_EQ(days[0].count.input, 10U);
  EXPECT_EQ(days[0].count.milliseconds, 50U);
  EXPECT_EQ(days[0].count.longest, 30U);
  EXPECT_EQ(days[1].model, "b");
  EXPECT_LT(days[1].day, days[2].day);
}

TEST(CallBook, BeginsAgainAfterDamage) {
  for (auto const* text : {"", "{", "[]", R"({"version": 1, "days": 5})",
                           R"({"version": 1, "days": [{"day": "2024-10-07", "model": "a", "calls": -1}]})"}) {
    test::SessionDir const dir;
    dir.write("calls.json", text);
    CallBook book(dir.session());
    book.read();
    EXPECT_TRUE(book.days().empty()) << text;
  }
}

TEST(CallBook, IsNotWrittenAtEachCall) {
  test::SessionDir const dir;
  {
    CallBook book(dir.session());
    book.note(some_day, "a", {.calls = 1});
    std::filesystem::remove(dir.path() / "calls.json");
    book.note(some_day, "a", {.calls = 1});
    EXPECT_FALSE(std::filesystem::exists(dir.path() / "calls.json"));
  }
  CallBook book(dir.session());
  book.read();
  ASSERT_EQ(book.days().size(), 1U);
  EXPECT_EQ(book.days()[0].count.calls, 2U) << "it is, at the end";
}

TEST(CallBook, ForgetsTheOldest) {
  test::SessionDir const dir;
  std::string rows;
  for (std::size_t i = 0; i < CallBook::most_rows; ++i) {
    CallDay const row{day_text(some_day + std::chrono::days(i / 100)), std::to_string(1000 + i % 100)};
    rows += (rows.empty() ? "" : ",") + to_json(row).dump();
  }
  dir.write("calls.json", R"({"version": 1, "days": [)" + rows + "]}");
  CallBook book(dir.session());
  book.read();
  ASSERT_EQ(book.days().size(), CallBook::most_rows);
  book.note(some_day + std::chrono::days(1000), "new", {.calls = 1});
  EXPECT_EQ(book.days().size(), CallBook::most_rows);
  EXPECT_EQ(book.days().front().model, "1001") << "1000 of the first day is gone";
  EXPECT_EQ(book.days().back().model, "new");
}

} // namespace
} // namespace artifactd::model
