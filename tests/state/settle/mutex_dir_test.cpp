#include "state/settle/mutex_dir.hpp"
#include "tests/support/last_instant.hpp"
#include "tests/support/session_dir.hpp"

#include <cerrno>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::fault;
using test::must;

constexpr auto mutex = ".kg-merge.lock";
constexpr auto marker = ".kg-merge.lock/held-by-artifactd";
constexpr Duration never = 24h;

class MutexDirTest : public testing::Test {
protected:
  Result<MutexDir> take(Duration stale_after = never) {
    return MutexDir::take(dir_.claim(), dir_.session(), watch_, stale_after);
  }
  /// Takes the mutex as a shell tool does.
  [[nodiscard]] bool mkdir_wins() const { return ::mkdir((dir_ / mutex).c_str(), 0777) == 0; }

  /// A mutex left by a shell tool that died, first seen by this watch long ago.
  void leave_a_stale_one() {
    fs::create_directory(dir_ / mutex);
    auto stamp = dir_.stamp(mutex);
    watch_ = {stamp.inode, stamp.changed_ns, Monotonic::now() - 1h};
  }

  /// Checks that nothing is left that would prevent taking it again.
  void expect_free() {
    EXPECT_FALSE(dir_.exists(mutex));
    EXPECT_TRUE(dir_.names(".artifactd/work").empty());
    EXPECT_EQ(fault(take(never)), "none");
  }

  test::SessionDir dir_;
  StaleWatch watch_;
};

TEST_F(MutexDirTest, KeepsShellToolsOutWhileItIsHeld) {
  {
    auto held = must(take());
    EXPECT_TRUE(fs::is_regular_file(dir_ / marker));
    EXPECT_FALSE(mkdir_wins());
  }
  EXPECT_FALSE(dir_.exists(mutex));
  EXPECT_TRUE(mkdir_wins());
}

TEST_F(MutexDirTest, LeavesAnotherToolsThatReplacedIts) {
  {
    auto held = must(take());
    fs::remove_all(dir_ / mutex); // taken for a dead tool's
    fs::create_directory(dir_ / mutex);
  }
  EXPECT_TRUE(fs::is_directory(dir_ / mutex));
  EXPECT_FALSE(dir_.exists(marker));
  EXPECT_FALSE(dir_.exists(".artifactd/mutex"));
  fs::remove(dir_ / mutex);
  expect_free();
}

TEST_F(MutexDirTest, IsNotTakenWhereARenameCouldReplace) {
  test::BeforeRename const network([](test::RenameCall const& call) { return call.flags == 0 ? 0 : EINVAL; });
  auto const refused = take();
  EXPECT_EQ(fault(refused), "unsupported");
  EXPECT_TRUE(refused.error().message.starts_with("session.filesystem: ")) << refused.error().message;
  EXPECT_FALSE(dir_.exists(mutex));
}

TEST_F(MutexDirTest, IsTakenAgainAndAgain) {
  for (int i = 0; i < 3; ++i) {
    auto held = must(take());
    EXPECT_TRUE(dir_.exists(marker));
  }
  expect_free();
}

TEST_F(MutexDirTest, NeverStandsThereUnmarked) {
  bool unmarked = false;
  test::BeforeRename watching([&](test::RenameCall const& call) {
    // Any directory that is about to become the mutex must contain its marker already.
    if (call.to == mutex && dir_.exists(".artifactd/mutex") &&
        !dir_.exists(".artifactd/mutex/held-by-artifactd"))
      unmarked = true;
    return 0;
  });
  {
    auto held = must(take());
  }
  {
    auto held = must(take());
  }
  EXPECT_FALSE(unmarked);
}

TEST_F(MutexDirTest, WaitsForNobodyLong) {
  ASSERT_TRUE(mkdir_wins());
  auto before = dir_.stamp(mutex);
  EXPECT_EQ(fault(take()), "busy");
  EXPECT_TRUE(same_file(before, dir_.stamp(mutex)));
  fs::remove(dir_ / mutex);
  EXPECT_EQ(fault(take()), "none");
}

TEST_F(MutexDirTest, TakesABareOneThatStoodUnchangedForLong) {
  leave_a_stale_one();
  EXPECT_EQ(fault(take(30min)), "none");
  expect_free();
}

TEST_F(MutexDirTest, JudgesAgeByItsOwnWatchNotByTimeStamps) {
  ASSERT_TRUE(mkdir_wins());
  fs::last_write_time(dir_ / mutex, fs::file_time_type::clock::now() - 24h);
  EXPECT_EQ(fault(take(30min)), "busy");
}

TEST_F(MutexDirTest, StartsAnewWhenAnotherOneStandsThere) {
  leave_a_stale_one();
  auto old = dir_.stamp(mutex);
  fs::remove(dir_ / mutex);
  do { // the inode may be reused; the ctime differs once the clock ticks
    fs::remove(dir_ / mutex);
    ASSERT_TRUE(mkdir_wins());
  } while (dir_.stamp(mutex).changed_ns == old.changed_ns);
  EXPECT_EQ(fault(take(30min)), "busy");
  EXPECT_TRUE(dir_.exists(mutex));
}

TEST_F(MutexDirTest, GivesBackTheLiveOneItMetInsteadOfTheStaleOne) {
  leave_a_stale_one();
  bool replaced = false;
  test::BeforeRename rival([&](test::RenameCall const& call) {
    if (replaced || call.from != mutex) return 0;
    replaced = true; // between look and rename, the stale one goes and another tool takes the mutex
    fs::rename(dir_ / mutex, dir_ / "aside");
    fs::create_directory(dir_ / mutex);
    return 0;
  });
  EXPECT_EQ(fault(take(30min)), "busy");
  ASSERT_TRUE(replaced);
  EXPECT_TRUE(dir_.exists(mutex));
  EXPECT_FALSE(dir_.exists(marker));
}

TEST_F(MutexDirTest, TakesOverFromADeadArtifactdAtOnce) {
  dir_.write(marker, "");
  EXPECT_EQ(fault(take()), "none");
  expect_free();
}

TEST_F(MutexDirTest, NeverDeletesWhatSomebodyKeepsInAStaleOne) {
  dir_.write(".kg-merge.lock/pid", "4711");
  auto stamp = dir_.stamp(mutex);
  watch_ = {stamp.inode, stamp.changed_ns, Monotonic::now() - 1h};
  EXPECT_EQ(fault(take(30min)), "none");
  bool kept = false;
  for (auto const& entry : fs::recursive_directory_iterator(dir_.path()))
    kept = kept || entry.path().filename() == "pid";
  EXPECT_TRUE(kept);
  expect_free();
}

TEST_F(MutexDirTest, AFileInItsPlaceIsSomebodyElses) {
  dir_.write(mutex, "");
  EXPECT_EQ(fault(take(0s)), "exists");
  EXPECT_TRUE(fs::is_regular_file(dir_ / mutex));
}

TEST_F(MutexDirTest, ALinkInItsPlaceIsSomebodyElses) {
  dir_.write("elsewhere/held-by-artifactd", "");
  fs::create_directory_symlink("elsewhere", dir_ / mutex);
  EXPECT_EQ(fault(take(0s)), "exists");
  EXPECT_TRUE(fs::is_symlink(dir_ / mutex));
  EXPECT_TRUE(dir_.exists("elsewhere/held-by-artifactd"));
}

TEST_F(MutexDirTest, RecoveryTakesBackOnlyMarkedOnes) {
  must(reclaim_mutex(dir_.session()));
  fs::create_directory(dir_ / mutex);
  must(reclaim_mutex(dir_.session()));
  EXPECT_TRUE(dir_.exists(mutex));
  dir_.write(marker, "");
  must(reclaim_mutex(dir_.session()));
  expect_free();
}

TEST_F(MutexDirTest, RecoveryCopesWithASecondOne) {
  {
    auto held = must(take());
  } // its directory is now ready in the private area
  dir_.write(marker, "");
  must(reclaim_mutex(dir_.session()));
  expect_free();
}

TEST_F(MutexDirTest, RecoveryStaysInTheSession) {
  test::SessionDir other;
  other.write(marker, "");
  fs::create_directories(dir_ / ".artifactd/work");
  fs::create_directory_symlink(other / mutex, dir_ / ".artifactd/work/spare-mutex");
  auto ignored = reclaim_mutex(dir_.session());
  EXPECT_TRUE(other.exists(marker));
}

TEST_F(MutexDirTest, MakesAnotherWhereItsOwnCannotBeRenamed) {
  must(take()); // its directory is ready from now on
  auto const lower = dir_.stamp(".artifactd/mutex");
  // Fails as overlayfs does for a directory of its lower layer.
  test::BeforeRename overlay([&](test::RenameCall const& call) {
    return call.from == "mutex" && same_file(dir_.stamp(".artifactd/mutex"), lower) ? EXDEV : 0;
  });
  EXPECT_EQ(fault(take()), "none");
  EXPECT_EQ(fault(take()), "none");
  EXPECT_FALSE(dir_.exists(mutex));
}

TEST_F(MutexDirTest, DoesNotTakeAMarkerForItsOwnThatStoodInTheWay) {
  dir_.write("precious", "kept");
  fs::permissions(dir_ / "precious", fs::perms(0600));
  fs::create_directories(dir_ / ".artifactd/work/spare-mutex");
  fs::rename(dir_ / "precious", dir_ / ".artifactd/work/spare-mutex/held-by-artifactd");
  auto const planted = dir_.stamp(".artifactd/work/spare-mutex/held-by-artifactd");
  auto held = must(take());
  EXPECT_FALSE(same_file(dir_.stamp(marker), planted));
}

TEST_F(MutexDirTest, IsNotHeldUpByAPipeInThePlaceOfItsMarker) {
  fs::create_directories(dir_ / ".artifactd/work/spare-mutex");
  ASSERT_EQ(::mkfifo((dir_ / ".artifactd/work/spare-mutex/held-by-artifactd").c_str(), 0600), 0);
  auto ignored = take(); // taken or refused, but does not wait for a reader
}

} // namespace
} // namespace artifactd
