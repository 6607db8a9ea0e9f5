#include "watchers/audit_pace.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;

constexpr Moment quiet_since{1h};

Duration pause_after(AuditPace& pace, Moment now, Coverage coverage) {
  pace.looked(now, coverage);
  return pace.next() - now;
}

TEST(AuditPace, KeepsTheIntervalUntilAMinuteHasPassedWithoutAChange) {
  AuditPace pace(5s, 1min, quiet_since);
  EXPECT_EQ(pace.next(), quiet_since + 5s);
  EXPECT_EQ(pause_after(pace, quiet_since + 59s, Coverage::full), 5s);
  EXPECT_EQ(pause_after(pace, quiet_since + 60s, Coverage::full), 15s);
}

TEST(AuditPace, AChangeBringsTheIntervalBackAtOnce) {
  AuditPace pace(5s, 1min, quiet_since);
  pace.looked(quiet_since + 2min, Coverage::full);
  ASSERT_EQ(pace.next(), quiet_since + 2min + 15s);
  EXPECT_TRUE(pace.changed(quiet_since + 2min + 1s));
  EXPECT_EQ(pace.next(), quiet_since + 2min + 6s);
  EXPECT_FALSE(pace.changed(quiet_since + 2min + 2s)) << "a stream of changes does not put the audit off";
  EXPECT_EQ(pace.next(), quiet_since + 2min + 6s);
  EXPECT_EQ(pause_after(pace, quiet_since + 2min + 6s, Coverage::full), 5s);
}

TEST(AuditPace, WhatOnlyAuditsFindKeepsItsInterval) {
  AuditPace pace(5s, 1min, quiet_since);
  EXPECT_EQ(pause_after(pace, quiet_since + 1h, Coverage::partial), 5s);
}

TEST(AuditPace, WhatShouldBeWatchedIsTriedAgainWithinASecond) {
  AuditPace pace(5s, 1min, quiet_since);
  EXPECT_EQ(pause_after(pace, quiet_since + 1h, Coverage::degraded), 1s);
  AuditPace eager(100ms, 1min, quiet_since);
  EXPECT_EQ(pause_after(eager, quiet_since + 1h, Coverage::degraded), 100ms);
}

} // namespace
} // namespace artifactd
