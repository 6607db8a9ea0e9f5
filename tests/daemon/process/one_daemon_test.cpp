#include "daemon/process/one_daemon.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/scratch_dir.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

using testing::HasSubstr;

/// A process that holds a lock until it is killed: it writes 'y' to the descriptor it is given, and waits.
class LockHolder {
public:
  template <class Work>
  explicit LockHolder(Work const& work) {
    int ready[2];
    EXPECT_EQ(::pipe2(ready, O_CLOEXEC), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      work(ready[1]);
      ::_exit(1);
    }
    char answer = 0;
    EXPECT_EQ(::read(ready[0], &answer, 1), 1);
    EXPECT_EQ(answer, 'y');
    ::close(ready[0]);
    ::close(ready[1]);
  }
  LockHolder(LockHolder const&) = delete;
  LockHolder& operator=(LockHolder const&) = delete;
  ~LockHolder() { kill(); }

  void kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

private:
  pid_t pid_ = 0;
};

auto daemon_at(std::string const& path) {
  return [path](int ready) {
    auto const held = OneDaemon::claim(path, "is running here");
    char const answer = held ? 'y' : 'n';
    if (::write(ready, &answer, 1) == 1)
      for (;;)
        ::pause();
  };
}

TEST(OneDaemon, ASecondOneIsRefusedAndToldWhoTheFirstIs) {
  test::ScratchDir dir;
  auto path = (dir / "artifactd.lock").string();
  LockHolder holder(daemon_at(path));
  auto second = OneDaemon::claim(path, "is running here");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().fault, Fault::busy);
  EXPECT_THAT(second.error().message, HasSubstr("pid " + std::to_string(holder.pid())));
}

TEST(OneDaemon, IsHeldAsLongAsItsProcessLives) {
  test::ScratchDir dir;
  auto path = (dir / "artifactd.lock").string();
  EXPECT_FALSE(OneDaemon::is_held(path));
  LockHolder holder(daemon_at(path));
  EXPECT_TRUE(OneDaemon::is_held(path));
  holder.kill();
  EXPECT_FALSE(OneDaemon::is_held(path)) << "the file is still there";
}

TEST(OneDaemon, IsHeldEvenIfTheFileMayNotBeOpened) {
  test::ScratchDir dir;
  auto path = (dir / "artifactd.lock").string();
  LockHolder holder(daemon_at(path));
  std::filesystem::permissions(dir.path(), std::filesystem::perms(0711));
  std::filesystem::permissions(path, std::filesystem::perms::none);
  auto const held_for_others = [&] {
    auto const child = ::fork();
    if (child == 0) {
      auto const is_other = ::geteuid() != 0 || ::setresuid(65534, 65534, 65534) == 0;
      ::_exit(is_other && OneDaemon::is_held(path) ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status == 0;
  };
  EXPECT_TRUE(held_for_others());
  holder.kill();
  EXPECT_FALSE(held_for_others());
}

TEST(OneDaemon, AKilledOneLeavesNoLock) {
  test::ScratchDir dir;
  auto path = (dir / "artifactd.lock").string();
  LockHolder(daemon_at(path)).kill();
  EXPECT_TRUE(OneDaemon::claim(path, "is running here"));
}

TEST(OneDaemon, StaysTheOnlyOneWhenTheFileIsOpenedAndClosed) {
  test::ScratchDir dir;
  auto path = (dir / "artifactd.lock").string();
  auto const first = OneDaemon::claim(path, "is running here");
  ASSERT_TRUE(first);
  UniqueFd(::open(path.c_str(), O_RDWR | O_CLOEXEC)).reset();
  auto const second = OneDaemon::claim(path, "is running here");
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("pid " + std::to_string(::getpid())));
}

TEST(OneDaemon, IsRefusedBesideAnEarlierVersionWhichLocksForItsProcess) {
  test::ScratchDir dir;
  auto path = (dir / "artifactd.lock").string();
  dir.write("artifactd.lock", "");
  LockHolder earlier([&](int ready) {
    UniqueFd const file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    struct flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    char const answer = ::fcntl(file.get(), F_SETLK, &lock) == 0 ? 'y' : 'n';
    if (::write(ready, &answer, 1) == 1)
      for (;;)
        ::pause();
  });
  auto const second = OneDaemon::claim(path, "is running here");
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("pid " + std::to_string(earlier.pid())));
}

TEST(OneDaemon, ALinkOrAPipeInItsPlaceIsRefusedAtOnce) {
  test::ScratchDir dir;
  dir.write("victim", "x");
  std::filesystem::create_symlink(dir / "victim", dir / "link");
  ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(OneDaemon::claim((dir / "link").string(), ""));
  EXPECT_FALSE(OneDaemon::claim((dir / "pipe").string(), ""));
  EXPECT_EQ(OneDaemon::claim((dir / "none" / "lock").string(), "").error().fault, Fault::missing);
}

} // namespace
} // namespace artifactd
