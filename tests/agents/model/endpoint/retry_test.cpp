#include "agents/model/endpoint/retry.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::model {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t noon = 1'795'262'400'000'000'000; // 2026-11-21T12:00:00Z

Verdict judged(int status, HttpHeaders const& headers = {}) {
  return judge(Complaint{.status = status}, headers, noon);
}

TEST(Retry, DependsOnTheStatus) {
  for (int const status : {408, 409, 429, 500, 502, 503, 504, 529}) {
    EXPECT_TRUE(judged(status).repeatable) << status;
    EXPECT_EQ(judged(status).why, Failing::transient) << status;
  }
  for (int const status : {301, 307, 400, 404, 405, 413, 422}) {
    EXPECT_FALSE(judged(status).repeatable) << status;
    EXPECT_EQ(judged(status).why, Failing::bad_request) << status;
  }
  for (int const status : {401, 403}) {
    EXPECT_FALSE(judged(status).repeatable) << status;
    EXPECT_EQ(judged(status).why, Failing::auth) << status;
  }
}

TEST(Retry, IsUpToTheEndpointWhereItSaysSo) {
  EXPECT_TRUE(judged(400, {.should_retry = "true"}).repeatable);
  EXPECT_FALSE(judged(529, {.should_retry = "false"}).repeatable);
  EXPECT_TRUE(judged(529, {.should_retry = "perhaps"}).repeatable);
}

TEST(Retry, IsInVainWhereTheAllowanceIsSpent) {
  std::vector<Complaint> const spent = {
      {.status = 429, .type = "rate_limit_error", .code = "enforced_spend_limit_reached"},
      {.status = 429, .type = "rate_limit_error", .code = "contract_spend_limit_reached"},
      {.status = 400, .type = "invalid_request_error", .code = "enforced_spend_limit_reached"},
      {.status = 429, .type = "insufficient_quota", .code = "insufficient_quota"},
      {.status = 429, .type = "insufficient_quota"},
      {.status = 402, .type = "billing_error"},
      {.status = 402}};
  for (auto const& complaint : spent) {
    auto const verdict = judge(complaint, {.should_retry = "true"}, noon);
    EXPECT_FALSE(verdict.repeatable) << complaint.code;
    EXPECT_EQ(verdict.why, Failing::quota) << complaint.code;
  }
  EXPECT_TRUE(judge(Complaint{.status = 429, .code = "ramp_limit_exceeded"}, {}, noon).repeatable);
}

TEST(Retry, ReadsForHowLongTheEndpointWantsToBeLeftAlone) {
  struct Row {
    std::string milliseconds;
    std::string after;
    std::optional<Duration> asked;
  };
  std::vector<Row> const rows = {
      {"250", "9", 250ms}, // the finer one takes precedence
      {"1.5", "", 1500us},
      {"", "2", 2s},
      {"", "0.5", 500ms},
      {"no", "3", 3s},
      {"-1", "3", 3s},
      {"", "Sat, 21 Nov 2026 12:00:30 GMT", 30s},
      {"", "Saturday, 21-Nov-26 12:00:30 GMT", 30s},
      {"", "Sat Nov 21 12:00:30 2026", 30s},
      {"", "Sat, 21 Nov 2026 11:59:00 GMT", std::nullopt}, // already past
      {"", "Fri, 31 Dec 9999 23:59:59 GMT", 24h},
      {"", "1e300", 24h},
      {"inf", "nan", std::nullopt},
      {"", "0", std::nullopt},
      {"42e-67", "", std::nullopt},
      {"", "-5", std::nullopt},
      {"", "soon", std::nullopt},
      {"", "in a while", std::nullopt},
      {"", "5 seconds", std::nullopt},
      {"", "", std::nullopt},
  };
  for (auto const& row : rows)
    EXPECT_EQ(judged(429, {.retry_after_ms = row.milliseconds, .retry_after = row.after}).asked, row.asked)
        << row.milliseconds << "/" << row.after;
}

TEST(Retry, FollowsTheTransportOnlyWhereThatMayPass) {
  EXPECT_TRUE(judge(HttpTrouble::transport).repeatable);
  EXPECT_TRUE(judge(HttpTrouble::timeout).repeatable);
  EXPECT_FALSE(judge(HttpTrouble::deadline).repeatable);
  EXPECT_FALSE(judge(HttpTrouble::cancelled).repeatable);
  EXPECT_EQ(judge(HttpTrouble::cancelled).why, Failing::cancelled);
  EXPECT_FALSE(judge(HttpTrouble::too_large).repeatable);
  EXPECT_EQ(judge(HttpTrouble::too_large).why, Failing::malformed);
}

TEST(Retry, WaitsTwiceAsLongEachTimeWithFullJitter) {
  auto const pause = [](unsigned made, double chance) {
    return next_step({}, {.retries = 9, .made = made, .left = 1h}, 60s, chance).pause;
  };
  EXPECT_EQ(pause(1, 0.5), 250ms);
  EXPECT_EQ(pause(2, 0.5), 500ms);
  EXPECT_EQ(pause(3, 0.5), 1s);
  EXPECT_EQ(pause(5, 0.5), 4s);
  EXPECT_EQ(pause(6, 0.5), 4s);
  EXPECT_EQ(pause(4'000'000'000U, 0.5), 4s);
  EXPECT_EQ(pause(3, 0), 0s);
}

TEST(Retry, EndsWhenTheAttemptsAreUsedUp) {
  auto const next = next_step({}, {.retries = 0, .made = 3, .left = 1h}, 60s, 0);
  EXPECT_FALSE(next.pause);
  EXPECT_EQ(next.why, Failing::transient);
  EXPECT_FALSE(next.retry_after);
}

TEST(Retry, TellsTheCallerToWaitRatherThanSleepInVain) {
  struct Row {
    Duration asked;
    unsigned retries;
    Duration left;
  };
  for (auto const& row : {Row{30s, 2, 10s}, Row{61s, 2, 1h}, Row{1s, 0, 1h}}) {
    auto const next = next_step({.asked = row.asked}, {row.retries, 1, row.left}, 60s, 0.5);
    EXPECT_FALSE(next.pause);
    EXPECT_EQ(next.why, Failing::wait);
    EXPECT_EQ(next.retry_after, row.asked);
  }
  EXPECT_EQ(next_step({.asked = 30s}, {.retries = 2, .made = 1, .left = 1h}, 60s, 0.5).pause, Duration(30s));
  // Our own backoff is not a request of the endpoint.
  auto const late = next_step({}, {.retries = 2, .made = 5, .left = 1s}, 60s, 0.9);
  EXPECT_FALSE(late.pause);
  EXPECT_EQ(late.why, Failing::transient);
}

TEST(Retry, KeepsTheCauseOfWhatCannotBeWaitedFor) {
  auto const next = next_step({.why = Failing::auth, .repeatable = false, .asked = 1s},
                              {.retries = 2, .made = 1, .left = 1h}, 60s, 0.5);
  EXPECT_EQ(next.why, Failing::auth);
  EXPECT_FALSE(next.retry_after);
}

RC_GTEST_PROP(Retry, NeverPausesBeyondTheDeadlineOrTheLongestPause, ()) {
  Verdict verdict{.repeatable = *rc::gen::arbitrary<bool>()};
  if (*rc::gen::arbitrary<bool>())
    verdict.asked = Duration(*rc::gen::inRange<Duration::rep>(1, 1'000'000'000'000));
  Standing const standing{*rc::gen::inRange(0U, 4U), *rc::gen::arbitrary<unsigned>(),
                          Duration(*rc::gen::inRange<Duration::rep>(-1'000'000'000, 100'000'000'000))};
  auto const chance = *rc::gen::inRange(0, 1000) / 1000.0;
  auto const next = next_step(verdict, standing, 60s, chance);
  if (next.pause) {
    RC_ASSERT(*next.pause < standing.left);
    RC_ASSERT(*next.pause <= 60s);
    RC_ASSERT(standing.retries > 0 && verdict.repeatable);
  }
}

RC_GTEST_PROP(Retry, ReadsAnyHeader, (std::string const& a, std::string const& b)) {
  auto const verdict = judged(429, {.retry_after_ms = a, .retry_after = b});
  if (verdict.asked) RC_ASSERT(*verdict.asked > 0s && *verdict.asked <= 24h);
}

} // namespace
} // namespace artifactd::model
