#include "state/platform/passed_descriptors.hpp"

#include <array>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

struct Sockets {
  UniqueFd here;
  UniqueFd there;
};

Sockets connected() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

ino_t inode_of(int fd) {
  struct stat is{};
  EXPECT_EQ(::fstat(fd, &is), 0);
  return is.st_ino;
}

TEST(PassedDescriptors, ArriveWithTheBytesAndAreClosedOnExec) {
  auto const [here, there] = connected();
  UniqueFd const file(::open("/proc/self", O_RDONLY | O_DIRECTORY));
  auto const sent = file.get();
  ASSERT_EQ(send_with(here.get(), std::as_bytes(std::span("ab", 2)), std::span(&sent, 1), 0), 2);
  std::array<std::byte, 8> bytes{};
  auto const received = receive_with(there.get(), bytes, 0);
  EXPECT_EQ(received.size, 2);
  ASSERT_EQ(received.descriptors.size(), 1);
  EXPECT_EQ(inode_of(received.descriptors[0].get()), inode_of(sent));
  EXPECT_EQ(::fcntl(received.descriptors[0].get(), F_GETFD), FD_CLOEXEC);
}

TEST(PassedDescriptors, BytesComeWithoutAny) {
  auto const [here, there] = connected();
  ASSERT_EQ(send_with(here.get(), std::as_bytes(std::span("abc", 3)), {}, 0), 3);
  std::array<std::byte, 8> bytes{};
  auto const received = receive_with(there.get(), bytes, 0);
  EXPECT_EQ(received.size, 3);
  EXPECT_TRUE(received.descriptors.empty());
}

TEST(PassedDescriptors, MoreThanMayBeAreNotSent) {
  auto const [here, there] = connected();
  std::array<int, most_passed + 1> many{};
  many.fill(here.get());
  EXPECT_EQ(send_with(here.get(), std::as_bytes(std::span("a", 1)), many, 0), -1);
  EXPECT_EQ(errno, EINVAL);
}

} // namespace
} // namespace artifactd
