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

TEST(Batch, LeavesOutTheGraphsFile) {
  Batch batch(10);
  batch.note(1, IN_MOVED_TO, "knowledge-graph.json");
  EXPECT_TRUE(batch.empty());
  batch.note(1, IN_MOVED_TO | IN_ISDIR, "knowledge-graph.json"); // a session may be called so
  EXPECT_EQ(batch.events().size(), 1U);
}

TEST(Batch, AMutexRenamedIntoPlaceIsNoNewsByItself) {
  Batch batch(10);
  for (int i = 0; i < 5; ++i) {
    batch.note(1, IN_MOVED_TO | IN_ISDIR, ".kg-merge.lock");
    EXPECT_FALSE(batch.is_news());
  }
  batch.note(1, IN_MOVED_TO | IN_ISDIR, ".kg-merge.lock");
  EXPECT_TRUE(batch.is_news()) << "there are many";
  EXPECT_EQ(batch.events().size(), 6U);
  for (auto const mask : {IN_CREATE | IN_ISDIR, IN_DELETE | IN_ISDIR, IN_MOVED_TO}) {
    Batch other(10);
    other.note(1, static_cast<std::uint32_t>(mask), ".kg-merge.lock");
    EXPECT_TRUE(other.is_news()) << "another tool's";
  }
  Batch signal(10);
  signal.note(1, IN_CREATE, "a.kg.lock");
  EXPECT_TRUE(signal.is_news());
}

TEST(Batch, AMutexThatTakesThePlaceOfAnotherToolsIsNews) {
  Batch batch(10);
  batch.note(1, IN_CREATE | IN_ISDIR, ".kg-merge.lock");
  EXPECT_EQ(batch.take().events().size(), 1U);
  batch.note(2, IN_MOVED_TO | IN_ISDIR, ".kg-merge.lock");
  EXPECT_FALSE(batch.is_news()) << "of another session";
  batch.note(1, IN_MOVED_TO | IN_ISDIR, ".kg-merge.lock");
  EXPECT_TRUE(batch.is_news());
  EXPECT_EQ(batch.take().events().size(), 2U);
  batch.note(1, IN_MOVED_TO | IN_ISDIR, ".kg-merge.lock");
  EXPECT_FALSE(batch.is_news());
}

} // namespace
} // namespace artifactd
