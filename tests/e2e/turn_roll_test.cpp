#include "tests/e2e/site.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd::test {
namespace {

TEST(TurnRoll, RepeatsTheDiceOfASeed) {
  Site site;
  auto const rolled = site.artifactctl({"turn", "roll", "4d6kh3+2", "--seed", "x"});
  EXPECT_EQ(rolled.exit, 0);
  EXPECT_EQ(rolled.out, "4d6kh3+2 = 16  [2 6 6 (1)]\nseed x\n");
}

TEST(TurnRoll, PointsAtTheByteAtFault) {
  Site site;
  EXPECT_EQ(site.artifactctl({"turn", "roll", "4d6d1"}).exit, 1);
  auto const told = site.artifactctl({"--json", "turn", "roll", "4d6d1"});
  EXPECT_EQ(told.exit, 1);
  auto const json = nlohmann::json::parse(told.out);
  EXPECT_EQ(json["error"]["code"], "dialect");
  EXPECT_EQ(json["error"]["byte"], 3);
}

} // namespace
} // namespace artifactd::test
