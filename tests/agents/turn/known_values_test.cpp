// A bounded table of values that take work to make.
#include "agents/turn/known_values.hpp"

#include <gtest/gtest.h>
#include <string>

namespace artifactd::turn {
namespace {

TEST(KnownValues, KeepsTheFirstValueOfAKey) {
  KnownValues<std::string, int, 4> known;
  EXPECT_FALSE(known.of("a"));
  EXPECT_EQ(known.keep("a", 1), 1);
  EXPECT_EQ(known.keep("a", 2), 1) << "another thread was faster";
  EXPECT_EQ(known.of("a"), 1);
}

TEST(KnownValues, NeverHoldsMoreThanItsBound) {
  KnownValues<int, int, 2> known;
  known.keep(1, 1);
  known.keep(2, 2);
  EXPECT_EQ(known.keep(2, 9), 2) << "a known key takes no more room";
  EXPECT_TRUE(known.of(1));
  known.keep(3, 3);
  EXPECT_FALSE(known.of(1));
  EXPECT_FALSE(known.of(2));
  EXPECT_EQ(known.of(3), 3);
}

} // namespace
} // namespace artifactd::turn
