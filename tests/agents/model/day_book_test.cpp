// The accounts of a day on disk: what they hold after any restart, and when they cannot be trusted.
#include "agents/model/day_book.hpp"
#include "tests/agents/model/calls.hpp"
#include "tests/support/scratch_dir.hpp"
#include "tests/support/scripted_model.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

namespace artifactd::model {
namespace {

using test::patient;
using test::question;
using test::ScriptedModel;
using testing::HasSubstr;

constexpr Day monday = Day(std::chrono::days(20'003));

class DayBookTest : public testing::Test {
protected:
  Result<std::unique_ptr<DayBook>> open() {
    return DayBook::open(*Session::open(dir_.path().string()), [this] { return today_; });
  }
  static void spend(DayBook& book, Spending const& spending) {
    book.ledger().book(day_account(book.today()), spending);
  }

  test::ScratchDir dir_;
  Day today_ = monday;
};

TEST_F(DayBookTest, HoldsWhatWasSpentAfterARestart) {
  Spending const spent{.tokens = 100, .money = 2'000'000, .unpriced = 3};
  {
    auto const book = open();
    ASSERT_TRUE(book);
    EXPECT_EQ((*book)->spent_today(), Spending{});
    spend(**book, spent);
    ASSERT_TRUE((*book)->cover());
  }
  auto const book = open();
  ASSERT_TRUE(book) << book.error().message;
  EXPECT_EQ((*book)->spent_today(), spent);
  EXPECT_EQ(dir_.read("day.json"), "{\"version\":1,\"day\":\"2024-10-07\",\"tokens\":100,\"micro_dollars\":"
                                   "2000000,\"unpriced_tokens\":3}\n");
}

TEST_F(DayBookTest, ACallThatWasCutOffCountsAsAllItCouldTake) {
  {
    auto const book = open();
    ASSERT_TRUE(book);
    ScriptedModel inner("m");
    inner.says("yes", {.input = 1, .output = 1});
    NotedModel noted(inner, "m", **book);
    std::array const accounts = {Account{day_account(monday), {}}};
    ASSERT_EQ((*book)->ledger().reserve(accounts, {.tokens = 50, .money = 70}), std::nullopt);
    ASSERT_TRUE(noted.ask(question("?"), patient()));
  } // as if killed before it was settled
  auto const book = open();
  ASSERT_TRUE(book);
  EXPECT_EQ((*book)->spent_today(), (Spending{.tokens = 50, .money = 70}));
}

TEST_F(DayBookTest, WhatCallsDidNotUseIsNotedOnceNoneIsInFlight) {
  auto const book = open();
  ASSERT_TRUE(book);
  std::array const accounts = {Account{day_account(monday), {}}};
  Spending const most{.tokens = 50, .money = 70};
  for (int call = 0; call < 2; ++call)
    ASSERT_EQ((*book)->ledger().reserve(accounts, most), std::nullopt);
  ASSERT_TRUE((*book)->cover());
  auto const both = dir_.read("day.json");
  (*book)->ledger().settle(accounts, most, {.tokens = 1});
  ASSERT_TRUE((*book)->note_if_idle());
  EXPECT_EQ(dir_.read("day.json"), both);
  (*book)->ledger().settle(accounts, most, {.tokens = 2});
  ASSERT_TRUE((*book)->note_if_idle());
  EXPECT_THAT(dir_.read("day.json"), HasSubstr("\"tokens\":3,\"micro_dollars\":0"));
}

TEST_F(DayBookTest, WritesNothingForACallThatTheDiskCovers) {
  auto const book = open();
  ASSERT_TRUE(book);
  std::array const accounts = {Account{day_account(monday), {}}};
  ASSERT_EQ((*book)->ledger().reserve(accounts, {.tokens = 50}), std::nullopt);
  ASSERT_TRUE((*book)->cover());
  auto const first = dir_.read("day.json");
  (*book)->ledger().settle(accounts, {.tokens = 50}, {.tokens = 5});
  ASSERT_EQ((*book)->ledger().reserve(accounts, {.tokens = 40}), std::nullopt);
  ASSERT_TRUE((*book)->cover());
  EXPECT_EQ(dir_.read("day.json"), first);
  ASSERT_EQ((*book)->ledger().reserve(accounts, {.tokens = 6}), std::nullopt);
  ASSERT_TRUE((*book)->cover());
  EXPECT_THAT(dir_.read("day.json"), HasSubstr("\"tokens\":51,"));
}

TEST_F(DayBookTest, OneWriteServesAllCallsThatWaitForIt) {
  auto const book = open();
  ASSERT_TRUE(book);
  std::array const accounts = {Account{day_account(monday), {}}};
  for (int call = 0; call < 2; ++call)
    ASSERT_EQ((*book)->ledger().reserve(accounts, {.tokens = 50}), std::nullopt);
  ASSERT_TRUE((*book)->cover());
  std::filesystem::remove(dir_ / "day.json");
  ASSERT_TRUE((*book)->cover());
  EXPECT_FALSE(std::filesystem::exists(dir_ / "day.json"));
}

TEST_F(DayBookTest, IsUpToDateOnceItIsClosed) {
  std::array const accounts = {Account{day_account(monday), {}}};
  {
    auto const book = open();
    ASSERT_TRUE(book);
    ASSERT_EQ((*book)->ledger().reserve(accounts, {.tokens = 50}), std::nullopt);
    ASSERT_TRUE((*book)->cover());
    (*book)->ledger().settle(accounts, {.tokens = 50}, {.tokens = 5});
  }
  EXPECT_THAT(dir_.read("day.json"), HasSubstr("\"tokens\":5,"));
}

TEST_F(DayBookTest, ANewDayBeginsWithNothingSpent) {
  auto const book = open();
  ASSERT_TRUE(book);
  spend(**book, {.tokens = 9});
  (*book)->ledger().book("the run r", {.tokens = 9});
  ASSERT_TRUE((*book)->cover());
  today_ += std::chrono::days(1);
  EXPECT_EQ((*book)->spent_today(), Spending{});
  EXPECT_EQ((*book)->ledger().spent("the run r"), Spending{});
  spend(**book, {.tokens = 2});
  ASSERT_TRUE((*book)->cover());
  EXPECT_THAT(dir_.read("day.json"), HasSubstr("\"2024-10-08\",\"tokens\":2"));
  today_ -= std::chrono::days(1);
  EXPECT_EQ((*book)->spent_today(), (Spending{.tokens = 2})) << "a clock that goes back brings no money back";
}

TEST_F(DayBookTest, YesterdayIsForgottenAndADayToComeIsNot) {
  auto const written = [](char const* day) {
    return std::string("{\"version\":1,\"day\":\"") + day +
           "\",\"tokens\":7,\"micro_dollars\":0,\"unpriced_tokens\":0}";
  };
  dir_.write("day.json", written("2024-10-06"));
  {
    auto const book = open();
    ASSERT_TRUE(book);
    EXPECT_EQ((*book)->spent_today(), Spending{});
  }
  dir_.write("day.json", written("2031-01-01"));
  auto const book = open();
  ASSERT_TRUE(book);
  EXPECT_EQ((*book)->spent_today().tokens, 7U);
}

TEST_F(DayBookTest, WhatCannotBeReadIsNoLicenceToSpend) {
  for (auto const* text :
       {"", "{}", "null", "{\"version\":2}", "{\"version\":1,\"day\":\"2024-10-07\",\"tokens\":-1}",
        "{\"version\":1,\"day\":\"today\",\"tokens\":1,\"micro_dollars\":0,\"unpriced_tokens\":0}"}) {
    dir_.write("day.json", text);
    auto const book = open();
    ASSERT_FALSE(book) << text;
    EXPECT_EQ(book.error().fault, Fault::invalid);
    EXPECT_THAT(book.error().message, HasSubstr("day.json is damaged"));
  }
  dir_.write("day.json", std::string(5000, ' '));
  EXPECT_FALSE(open());
}

TEST_F(DayBookTest, IsKeptByOneProcessAtATime) {
  auto const first = open();
  ASSERT_TRUE(first);
  auto const second = open();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().fault, Fault::busy);
}

TEST_F(DayBookTest, NothingIsSentThatCannotBeWrittenDown) {
  auto const book = open();
  ASSERT_TRUE(book);
  ScriptedModel inner("m");
  inner.says("yes");
  NotedModel noted(inner, "m", **book);
  spend(**book, {.tokens = 1});
  std::filesystem::create_directories(dir_ / "day.json/in the way");
  auto const outcome = noted.ask(question("?"), patient());
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::transient);
  EXPECT_TRUE(inner.asked().empty());
}

} // namespace
} // namespace artifactd::model
