#include "tests/support/scratch_dir.hpp"
#include "watchers/drain.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/inotify.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;

class InotifyTest : public testing::Test {
protected:
  void SetUp() override {
    auto inotify = Inotify::open();
    ASSERT_TRUE(inotify) << inotify.error().message;
    inotify_.emplace(std::move(*inotify));
  }

  int watch(fs::path const& path, Watched what) {
    auto directory = open_trusted_directory(path);
    return directory ? inotify_->add(directory->get(), path, what).value_or(-1) : -1;
  }

  static std::uint32_t mask_of(Batch const& batch, std::string const& name) {
    auto at = std::ranges::find(batch.events(), name, &WatchEvent::name);
    return at == batch.events().end() ? 0 : at->mask;
  }

  static bool readable(int fd, int timeout_ms) {
    pollfd wanted{fd, POLLIN, 0};
    return ::poll(&wanted, 1, timeout_ms) == 1;
  }

  test::ScratchDir dir_;
  std::optional<Inotify> inotify_;
};

TEST_F(InotifyTest, SeesSignalsInSessionsAndDirectoriesInContainers) {
  fs::create_directories(dir_ / "box/session");
  auto box = watch(dir_ / "box", Watched::container);
  auto session = watch(dir_ / "box/session", Watched::session);
  ASSERT_GE(box, 0);
  ASSERT_GE(session, 0);
  auto drain = *Drain::start(*inotify_, 100, Draining::by_take);
  dir_.write("box/session/a.kg.lock", "");
  fs::create_directory(dir_ / "box/other");
  fs::remove(dir_ / "box/other");
  dir_.write("box/file", "x");
  auto batch = drain->take();
  EXPECT_EQ(mask_of(batch, "a.kg.lock"), std::uint32_t{IN_CREATE | IN_CLOSE_WRITE});
  EXPECT_EQ(mask_of(batch, "other"), std::uint32_t{IN_CREATE | IN_DELETE | IN_ISDIR});
  EXPECT_EQ(mask_of(batch, "file") & IN_CLOSE_WRITE, 0U);
}

TEST_F(InotifyTest, WatchesTheOpenDirectoryWhateverItIsCalledNow) {
  fs::create_directory(dir_ / "session");
  auto directory = open_trusted_directory(dir_ / "session");
  fs::rename(dir_ / "session", dir_ / "moved");
  fs::create_directory_symlink("/", dir_ / "session");
  ASSERT_TRUE(inotify_->add(directory->get(), dir_ / "session", Watched::session));
  dir_.write("moved/a.kg.lock", "");
  Batch batch(10);
  inotify_->read_into(batch);
  EXPECT_NE(mask_of(batch, "a.kg.lock"), 0U);
}

TEST_F(InotifyTest, AnswersTheOldWatchForADirectoryAlreadyWatched) {
  fs::create_directory(dir_ / "session");
  EXPECT_EQ(watch(dir_ / "session", Watched::session), watch(dir_ / "session", Watched::session));
}

TEST_F(InotifyTest, TheThreadWakesTheLoopAndTakeEmptiesEverything) {
  fs::create_directory(dir_ / "session");
  watch(dir_ / "session", Watched::session);
  auto drain = *Drain::start(*inotify_, 100, Draining::by_thread);
  EXPECT_FALSE(readable(drain->fd(), 0));
  for (int round = 0; round < 100; ++round) {
    dir_.write("session/a.kg.lock", "");
    ASSERT_TRUE(readable(drain->fd(), 10'000));
    ASSERT_NE(mask_of(drain->take(), "a.kg.lock"), 0U);
    ASSERT_FALSE(readable(drain->fd(), 0));
  }
}

TEST_F(InotifyTest, OurMutexWaitsForOtherNews) {
  fs::create_directories(dir_ / "session");
  fs::create_directory(dir_ / "mutex");
  watch(dir_ / "session", Watched::session);
  auto drain = *Drain::start(*inotify_, 100, Draining::by_thread);
  fs::rename(dir_ / "mutex", dir_ / "session/.kg-merge.lock");
  EXPECT_FALSE(readable(drain->fd(), 50));
  fs::rename(dir_ / "session/.kg-merge.lock", dir_ / "mutex");
  dir_.write("session/a.kg.lock", "");
  ASSERT_TRUE(readable(drain->fd(), 10'000));
  auto const batch = drain->take();
  ASSERT_EQ(batch.events().size(), 2U);
  EXPECT_EQ(batch.events()[0].name, ".kg-merge.lock");
  EXPECT_EQ(batch.events()[1].name, "a.kg.lock");
}

/// take() alone must report everything that happened before it, however far behind the thread is.
TEST_F(InotifyTest, TakeIncludesWhatTheThreadHasNotReadYet) {
  fs::create_directory(dir_ / "session");
  watch(dir_ / "session", Watched::session);
  auto drain = *Drain::start(*inotify_, 100, Draining::by_thread);
  for (int round = 0; round < 1'000; ++round) {
    auto name = std::to_string(round) + ".kg.lock";
    dir_.write("session/" + name, "");
    ASSERT_NE(mask_of(drain->take(), name) & IN_CLOSE_WRITE, 0U);
  }
}

TEST_F(InotifyTest, AnOverflowOfTheKernelsQueueIsReportedAndPasses) {
  int queue = 0;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> queue;
  if (queue <= 0 || queue > 100'000) GTEST_SKIP() << "the kernel's queue is too long to overflow here";
  fs::create_directory(dir_ / "session");
  watch(dir_ / "session", Watched::session);
  auto drain = *Drain::start(*inotify_, 1'000'000, Draining::by_take);
  auto a = dir_ / "session/a.kg.lock";
  auto b = dir_ / "session/b.kg.lock";
  for (int i = 0; i < queue; ++i) { // alternating, since the kernel merges equal neighbours
    ::close(::open((i % 2 == 0 ? a : b).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  }
  EXPECT_TRUE(drain->take().missed());
  dir_.write("session/c.kg.lock", "");
  auto batch = drain->take();
  EXPECT_FALSE(batch.missed());
  EXPECT_NE(mask_of(batch, "c.kg.lock"), 0U);
}

} // namespace
} // namespace artifactd
