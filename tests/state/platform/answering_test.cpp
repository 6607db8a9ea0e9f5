#include "state/platform/answering.hpp"
#include "state/platform/clock.hpp"
#include "tests/support/hung_mount.hpp"
#include "tests/support/scratch_dir.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <optional>

namespace artifactd {
namespace {

using namespace std::chrono_literals;

TEST(Answering, WhatExistsAnswersAndSoDoesWhatDoesNot) {
  test::ScratchDir const dir;
  EXPECT_TRUE(check_answers(dir.path()));
  EXPECT_TRUE(check_answers(dir / "missing"));
  EXPECT_TRUE(check_answers(dir.write("file", "")));
}

TEST(Answering, AHangingFileSystemIsNamedOnceItIsWaitedForOnly) {
  test::ScratchDir const dir;
  auto const place = (dir / "far").string();
  std::filesystem::create_directory(place);
  std::optional<test::HungMount> hung(place);
  if (!*hung) GTEST_SKIP() << "needs the right to mount";
  auto const first = check_answers(place);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().fault, Fault::io);
  EXPECT_TRUE(first.error().message.starts_with("root.hangs: " + place)) << first.error().message;
  auto const begin = Monotonic::now();
  EXPECT_FALSE(check_answers(place));
  EXPECT_LT(Monotonic::now() - begin, 1s);
  hung.reset();
  EXPECT_TRUE(check_answers(place)) << "it is asked again";
}

} // namespace
} // namespace artifactd
