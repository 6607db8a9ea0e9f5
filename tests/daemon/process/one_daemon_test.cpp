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

/// A process that holds the lock until it is killed.
class Holder {
public:
  explicit Holder(std::string const& path) {
    int ready[2];
    EXPECT_EQ(::pipe2(ready, O_CLOEXEC), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      auto held = OneDaemon::claim(path, "is running here");
      char answer = held ? 'y' : 'n';
      if (::write(ready[1], &answer, 1) == 1)
        for (;;)
          ::pause();
      ::_exit(1);
    }
    char answer = 0;
    EXPECT_EQ(::read(ready[0], &answer, 1), 1);
    EXPECT_EQ(answer, 'y');
    ::close(ready[0]);
    ::close(ready[1]);
  }
  ~Holder() { kill(); }

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

TEST(OneDaemon, ASecondOneIsRefusedAndToldWhoTheFirstIs) {
  test::ScratchDir dir;
  auto path = (dir / "artifactd.lock").string();
  Holder holder(path);
  auto second = OneDaemon::claim(path, "is running here");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().fault, Fault::busy);
  EXPECT_THAT(second.error().message, HasSubstr("pid " + std::to_string(holder.pid())));
}

TEST(OneDaemon, AKilledOneLeavesNoLock) {
  test::ScratchDir dir;
  auto path = (dir / "artifactd.lock").string();
  Holder(path).kill();
  EXPECT_TRUE(OneDaemon::claim(path, "is running here"));
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
