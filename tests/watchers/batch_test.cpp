#include "watchers/batch.hpp"

#include <gtest/gtest.h>
#include <sys/inotify.h>

namespace artifactd {
namespace {

TEST(Batch, UnitesReportsAboutOneNameInOrderOfTheFirst) {
  Batch batch(10);
  batch.note(1, IN_CREATE, "a");
  batch.note(1, IN_CREATE, "b");
  batch.note(2, IN_CREATE, "a");
  batch.note(1, IN_CLOSE_WRITE, "a");
  ASSERT_EQ(batch.events().size(), 3U);
  EXPECT_EQ(batch.events()[0].name, "a");
  EXPECT_EQ(batch.events()[0].mask, std::uint32_t{IN_CREATE | IN_CLOSE_WRITE});
  EXPECT_EQ(batch.events()[1].name, "b");
  EXPECT_EQ(batch.events()[2].wd, 2);
}

TEST(Batch, SaysThatItMissedSomethingRatherThanGrow) {
  Batch batch(2);
  batch.note(1, IN_CREATE, "a");
  batch.note(1, IN_CREATE, "b");
  EXPECT_FALSE(batch.missed());
  batch.note(1, IN_CLOSE_WRITE, "a");
  EXPECT_FALSE(batch.missed());
  batch.note(1, IN_CREATE, "c");
  EXPECT_TRUE(batch.missed());
  EXPECT_EQ(batch.events().size(), 2U);
}

TEST(Batch, OneThatOnlyMissedIsNotEmpty) {
  Batch batch(2);
  EXPECT_TRUE(batch.empty());
  batch.miss();
  EXPECT_FALSE(batch.empty());
}

} // namespace
} // namespace artifactd
