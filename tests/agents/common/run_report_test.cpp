#include "agents/common/run_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using testing::HasSubstr;

RunReport ended(RunEnding ending) {
  return {.ending = ending,
          .how = "exit status 3",
          .last_words = "no key",
          .log = ".artifactd/runs/a",
          .wall = {}};
}

TEST(RunReportTest, EachEndingHasItsCode) {
  EXPECT_EQ(finding_of(ended(RunEnding::nothing)).code, "run.nothing");
  EXPECT_EQ(finding_of(ended(RunEnding::failed)).code, "run.failed");
  EXPECT_EQ(finding_of(ended(RunEnding::stopped)).code, "run.cancelled");
  EXPECT_EQ(finding_of(ended(RunEnding::not_started)).code, "run.not_started");
}

TEST(RunReportTest, SaysHowItEndedAndWhatItSaidLast) {
  auto const finding = finding_of(ended(RunEnding::failed));
  EXPECT_EQ(finding.tier, Tier::semantic);
  EXPECT_THAT(finding.message, HasSubstr("exit status 3"));
  EXPECT_EQ(finding.found, "no key");
}

TEST(RunReportTest, ACommandThatDidNotStartIsAFaultOfTheSetUp) {
  EXPECT_THAT(finding_of(ended(RunEnding::not_started)).hint, HasSubstr("artifactd's configuration"));
}

} // namespace
} // namespace artifactd
