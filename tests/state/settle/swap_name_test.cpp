#include "state/settle/staged.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(SwapName, IsReadBackAsWritten) {
  auto inodes = parse_swap_name("graph", swap_name("graph", {18446744073709551615U, 7}));
  ASSERT_TRUE(inodes);
  EXPECT_EQ(inodes->own, 18446744073709551615U);
  EXPECT_EQ(inodes->base, 7U);
  EXPECT_EQ(parse_swap_name("graph", swap_name("graph", {1, 2, 1'700'000'000'000'000'001}))->base_birth_ns,
            1'700'000'000'000'000'001);
}

TEST(SwapName, KnowsTheBaseByItsBirthToo) {
  Stamp stamp{.inode = 7, .birth_ns = 3};
  EXPECT_TRUE((SwapName{1, 7, 3}.is_base(stamp)));
  EXPECT_TRUE((SwapName{1, 7}.is_base(stamp)));
  EXPECT_FALSE((SwapName{1, 7, 4}.is_base(stamp))) << "its inode was given to another file";
  EXPECT_FALSE((SwapName{1, 0}.is_base(Stamp{})));
}

TEST(SwapName, IsNothingElse) {
  for (std::string_view name : {"", "graph", "graph.", "graph.1", "graph.1.", "graph..1", "graph.1.2.3.4",
                                "graph.1.2.", "graph.1.2x", "graph.-1.2", "graph.x.2", "graph.new.1.2",
                                "graphs.1.2", "other.1.2", "graph.99999999999999999999.1", "graph.1.2.old"})
    EXPECT_FALSE(parse_swap_name("graph", name)) << name;
}

} // namespace
} // namespace artifactd
