#include "daemon/control/slow_answers.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <iterator>

namespace artifactd {
namespace {

std::ptrdiff_t threads() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

TEST(SlowAnswers, HaveNoThreadForAnswersThatMayNotWait) {
  auto const loop = Loop::open();
  ASSERT_TRUE(loop);
  auto const before = threads();
  SlowAnswers answers(**loop, 1, 0);
  EXPECT_EQ(threads(), before + 1) << "the one for answers that take time";
  EXPECT_FALSE(
      answers.find([] { return SlowAnswers::Lines(); }, [](auto const&) {}, SlowAnswers::Takes::events));
}

} // namespace
} // namespace artifactd
