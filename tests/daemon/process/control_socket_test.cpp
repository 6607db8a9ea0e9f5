#include "daemon/process/control_socket.hpp"
#include "tests/support/scratch_dir.hpp"

#include <fcntl.h>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace artifactd {
namespace {

using testing::HasSubstr;

TEST(Peer, IsWhoTheKernelSays) {
  int pair[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  UniqueFd one(pair[0]), two(pair[1]);
  auto peer = peer_of(one.get());
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->pid, ::getpid());
  EXPECT_EQ(peer->uid, ::geteuid());
  EXPECT_EQ(peer->groups.front(), ::getegid());
}

TEST(Peer, IsAdmittedAsRootAsTheSameUserOrByAGroup) {
  std::vector<gid_t> const groups{900, 901};
  EXPECT_TRUE(admitted({.uid = 0, .groups = {5}}, 100, groups));
  EXPECT_TRUE(admitted({.uid = 100, .groups = {5}}, 100, groups));
  EXPECT_TRUE(admitted({.uid = 7, .groups = {5, 901}}, 100, groups));
  EXPECT_FALSE(admitted({.uid = 7, .groups = {5, 902}}, 100, groups));
  EXPECT_FALSE(admitted({.uid = 7, .groups = {}}, 100, groups));
}

TEST(ControlSocketFile, ReplacesADeadOneAndNeverALiveOne) {
  test::ScratchDir dir;
  auto path = (dir / "control").string();
  {
    auto live = ControlSocket::open(path);
    ASSERT_TRUE(live) << live.error().message;
    struct stat status{};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0660U);
    EXPECT_EQ(ControlSocket::open(path).error().fault, Fault::busy);
    EXPECT_TRUE(connect_control(path)) << "the attempt did it harm";
    // The file remains when the socket closes, as after SIGKILL.
    std::filesystem::rename(path, path + ".dead");
  }
  EXPECT_EQ(connect_control(path + ".dead").error().fault, Fault::missing);
  std::filesystem::rename(path + ".dead", path);
  {
    auto next = ControlSocket::open(path);
    ASSERT_TRUE(next) << next.error().message;
  }
  EXPECT_FALSE(std::filesystem::exists(path)) << "it tidies up after itself";
}

TEST(ControlSocketFile, SaysWhatIsInItsWay) {
  test::ScratchDir dir;
  dir.write("control", "text");
  EXPECT_EQ(ControlSocket::open((dir / "control").string()).error().fault, Fault::exists);
  EXPECT_TRUE(std::filesystem::exists(dir / "control"));
  auto far = (dir / std::string(108, 'x')).string();
  EXPECT_THAT(ControlSocket::open(far).error().message, HasSubstr("set a shorter runtime_dir"));
}

} // namespace
} // namespace artifactd
