#include "state/platform/passed_descriptors.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace artifactd {

namespace {

struct alignas(cmsghdr) Room {
  std::array<char, CMSG_SPACE(most_passed * sizeof(int))> bytes{};
};

} // namespace

ssize_t send_with(int socket, std::span<std::byte const> bytes, std::span<int const> descriptors,
                  int flags) noexcept {
  if (descriptors.size() > most_passed) return errno = EINVAL, -1;
  // sendmsg(2) only reads what its vectors point to.
  iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()}; // NOLINT(*-const-cast)
  Room room;
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    message.msg_control = room.bytes.data();
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    auto* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
  }
  return ::sendmsg(socket, &message, flags);
}

ReceivedBytes receive_with(int socket, std::span<std::byte> bytes, int flags) {
  ReceivedBytes received;
  // before the kernel passes descriptors that a failure here would leak
  received.descriptors.reserve(most_passed);
  iovec part{bytes.data(), bytes.size()};
  Room room;
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.bytes.data();
  message.msg_controllen = room.bytes.size();
  received.size = ::recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  if (received.size < 0) return received;
  for (auto* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    std::array<int, most_passed> fds{};
    auto const size = header->cmsg_len - CMSG_LEN(0);
    std::memcpy(fds.data(), CMSG_DATA(header), size);
    for (auto fd : std::span(fds).first(size / sizeof(int)))
      received.descriptors.emplace_back(fd);
  }
  return received;
}

} // namespace artifactd
