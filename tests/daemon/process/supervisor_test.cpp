#include "daemon/process/supervisor.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/scratch_dir.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace artifactd {
namespace {

/// The service manager's end of the protocol: the datagram socket named by $NOTIFY_SOCKET.
class Notified : public testing::Test {
protected:
  void SetUp() override {
    auto path = (dir / "notify").string();
    socket = UniqueFd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    ASSERT_LT(path.size(), sizeof address.sun_path);
    path.copy(address.sun_path, path.size());
    ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ::setenv("NOTIFY_SOCKET", path.c_str(), 1);
  }
  void TearDown() override {
    for (auto const* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"})
      ::unsetenv(name);
  }

  /// The message waiting at the socket; empty if there is none.
  std::string received() {
    std::array<char, 4096> buffer{};
    auto size = ::recv(socket.get(), buffer.data(), buffer.size(), 0);
    return size < 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(size));
  }

  test::ScratchDir dir;
  UniqueFd socket;
};

TEST_F(Notified, TellsEveryStageOfItsLife) {
  Supervisor supervisor;
  supervisor.ready("3 roots, 12 sessions");
  EXPECT_EQ(received(), "READY=1\nSTATUS=3 roots, 12 sessions");
  supervisor.status("degraded");
  EXPECT_EQ(received(), "STATUS=degraded");
  supervisor.alive();
  EXPECT_EQ(received(), "WATCHDOG=1");
  supervisor.stopping();
  EXPECT_THAT(received(), testing::HasSubstr("STOPPING=1"));
}

TEST_F(Notified, ReloadingCarriesTheMonotonicTime) {
  Supervisor().reloading();
  auto message = received();
  EXPECT_THAT(message, testing::StartsWith("RELOADING=1\n"));
  auto at = message.find("MONOTONIC_USEC=");
  ASSERT_NE(at, message.npos);
  std::int64_t us = 0;
  std::from_chars(message.data() + at + 15, message.data() + message.size(), us);
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  auto now_us = std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
  EXPECT_LE(us, now_us);
  EXPECT_GT(us, now_us - 60'000'000);
}

TEST_F(Notified, AStatusCannotSmuggleInAnotherAssignment) {
  Supervisor().status("session a\nREADY=1");
  EXPECT_EQ(received(), "STATUS=session a READY=1");
}

TEST_F(Notified, TheWatchdogIsAnsweredTwicePerDemandedInterval) {
  ::setenv("WATCHDOG_USEC", "30000000", 1);
  ::setenv("WATCHDOG_PID", std::to_string(::getpid()).c_str(), 1);
  EXPECT_EQ(Supervisor().watchdog_interval(), std::chrono::seconds(15));
}

TEST_F(Notified, AWatchdogMeantForAnotherProcessIsNone) {
  ::setenv("WATCHDOG_USEC", "30000000", 1);
  ::setenv("WATCHDOG_PID", "1", 1);
  EXPECT_EQ(Supervisor().watchdog_interval(), std::nullopt);
}

TEST(Unsupervised, EverythingIsSilentlyNothing) {
  ::unsetenv("NOTIFY_SOCKET");
  Supervisor supervisor;
  supervisor.ready("x");
  supervisor.alive();
  EXPECT_EQ(supervisor.watchdog_interval(), std::nullopt);
}

} // namespace
} // namespace artifactd
