// What calls cost.
#include "agents/model/price.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace artifactd::model {
namespace {

using std::chrono::year;

// $1, $0.10, $1.25 and $5 per million tokens.
constexpr Price small = {1'000'000, 100'000, 1'250'000, 5'000'000};
constexpr auto most = std::numeric_limits<std::uint64_t>::max();

Day day(unsigned number) {
  return year(2026) / 11 / std::chrono::day(number);
}

TEST(Price, CountsEachKindOfTokenOnce) {
  EXPECT_EQ(cost(small, {.input = 2'000, .cached = 0, .cache_written = 0, .output = 500}), 4'500u);
  EXPECT_EQ(cost(small, {.input = 2'000, .cached = 1'000, .cache_written = 600, .output = 0}),
            400u + 100u + 750u);
  EXPECT_EQ(cost(small, {}), 0u);
}

TEST(Price, RoundsUpOnce) {
  EXPECT_EQ(cost({.cached = 1}, {.input = 1, .cached = 1, .cache_written = 0, .output = 0}), 1u);
  // 0.5 and 0.5 of a micro-dollar.
  EXPECT_EQ(
      cost({.input = 500'000, .output = 500'000}, {.input = 1, .cached = 0, .cache_written = 0, .output = 1}),
      1u);
}

TEST(Price, SurvivesAnyNumbers) {
  EXPECT_EQ(cost({most, most, most, most}, {most, most, most, most}), most);
  // 1 + 12.5, rounded up.
  EXPECT_EQ(cost(small, {.input = 1, .cached = 10, .cache_written = 10, .output = 0}), 14u);
}

Usage some_usage() {
  auto count = [](std::uint64_t from) { return *rc::gen::inRange<std::uint64_t>(from, 1'000'000'000); };
  Usage usage{.input = count(0), .cached = count(0), .cache_written = count(0), .output = count(0)};
  usage.input += usage.cached + usage.cache_written;
  return usage;
}

RC_GTEST_PROP(PriceProperty, TwoCallsCostWhatTheyCostApart, ()) {
  auto const one = some_usage();
  auto const other = some_usage();
  auto both = one;
  both += other;
  auto const sum = cost(small, one) + cost(small, other);
  RC_ASSERT(cost(small, both) <= sum);
  RC_ASSERT(cost(small, both) + 1 >= sum);
}

TEST(Price, HoldsFromItsDay) {
  PriceList const prices = {
      {"m", {{day(20), {.input = 2}}, {day(10), {.input = 1}}, {day(30), {.input = 3}}}}};
  EXPECT_EQ(price_of(prices, "n", day(10)), nullptr);
  EXPECT_EQ(price_of(prices, "m", day(9)), nullptr);
  EXPECT_EQ(price_of(prices, "m", day(10))->input, 1u);
  EXPECT_EQ(price_of(prices, "m", day(29))->input, 2u);
  EXPECT_EQ(price_of(prices, "m", day(30))->input, 3u);
}

TEST(Price, IsShownExactly) {
  EXPECT_EQ(dollars(0), "$0.00");
  EXPECT_EQ(dollars(31'500), "$0.0315");
  EXPECT_EQ(dollars(1), "$0.000001");
  EXPECT_EQ(dollars(12'500'000), "$12.50");
}

TEST(Price, IsReadBackAsItWasShown) {
  for (MicroDollars const amount : {0u, 1u, 31'500u, 999'999u, 12'500'000u})
    EXPECT_EQ(parse_dollars(dollars(amount)), amount);
  for (auto const* text : {"", "$", "$.", "$1", "1.00", "$1.", "$.50", "$-1.00", "$1.-5", "$1.0000001",
                           "$1.00 ", "$9999999999.00"})
    EXPECT_EQ(parse_dollars(text), std::nullopt) << text;
}

} // namespace
} // namespace artifactd::model
