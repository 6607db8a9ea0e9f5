#include "daemon/api/checks_at_once.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(ChecksAtOnce, AreOneForAClientAndOneForAll) {
  ChecksAtOnce checks;
  auto const done = checks.one("a", [&]() -> Result<int> {
    auto const again = checks.one("a", []() -> Result<int> { return 2; });
    EXPECT_EQ(again.error().fault, Fault::busy);
    auto const other = checks.one("b", []() -> Result<int> { return 3; });
    EXPECT_EQ(other.error().fault, Fault::exhausted);
    return 1;
  });
  EXPECT_EQ(*done, 1);
  EXPECT_EQ(*checks.one("b", []() -> Result<int> { return 4; }), 4) << "it is free again";
}

} // namespace
} // namespace artifactd
