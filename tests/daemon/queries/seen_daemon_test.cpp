#include "daemon/process/one_daemon.hpp"
#include "daemon/queries/seen_daemon.hpp"
#include "tests/support/scratch_dir.hpp"

#include <csignal>
#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

using State = SeenDaemon::State;
using testing::HasSubstr;

class Seen : public testing::Test {
protected:
  Seen() { config.runtime_dir = dir.path().string(); }

  StatusBoard board(Board const& shown = {}) {
    auto made = StatusBoard::create(config.board_path());
    EXPECT_TRUE(made);
    made->write(shown);
    return *std::move(made);
  }

  test::ScratchDir dir;
  Config config;
};

TEST_F(Seen, ADaemonThatWroteItsBoardLatelyReports) {
  auto const written = board({.version = "1.0"});
  auto const seen = see_daemon(config);
  EXPECT_TRUE(seen.reports());
  EXPECT_EQ(seen.board->version, "1.0");
  EXPECT_EQ(running_daemon(config)->pid, ::getpid());
}

TEST_F(Seen, ADaemonThatStoppedWritingItsBoardIsSilent) {
  auto const written = board();
  auto const seen = see_daemon(config, wall_now_ns() + Duration(std::chrono::milliseconds(16'500)).count());
  EXPECT_EQ(seen.state, State::silent);
  EXPECT_TRUE(seen.board) << "its roots are still known";
  EXPECT_FALSE(seen.board_if_reporting());
  EXPECT_EQ(sentence_about(seen),
            fmt::format("artifactd does not report: pid {} has not reported for 16 s", ::getpid()));
}

TEST_F(Seen, WhoeverHoldsTheLockWithoutABoardIsStarting) {
  EXPECT_EQ(see_daemon(config).state, State::absent);
  int ready[2];
  ASSERT_EQ(::pipe2(ready, O_CLOEXEC), 0);
  auto const pid = ::fork();
  if (pid == 0) {
    auto const held = OneDaemon::claim(config.runtime_lock_path(), "is running here");
    if (held && ::write(ready[1], "y", 1) == 1) ::pause();
    ::_exit(1);
  }
  ::close(ready[1]);
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  auto const seen = see_daemon(config);
  EXPECT_EQ(seen.state, State::starting);
  EXPECT_THAT(seen.reason, HasSubstr(config.runtime_lock_path()));
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  ::close(ready[0]);
  EXPECT_EQ(see_daemon(config).state, State::absent);
}

} // namespace
} // namespace artifactd
