// Passes descriptors along with bytes over a unix socket (SCM_RIGHTS). The receiver owns them, and none leaks
// into a program that is started meanwhile.
#pragma once

#include "state/platform/fd.hpp"

#include <cstddef>
#include <span>
#include <sys/types.h>
#include <vector>

namespace artifactd {

/// The maximum per message.
inline constexpr std::size_t most_passed = 16;

/// sendmsg(2) with its result and errno: `descriptors`, at most `most_passed`, accompany the first byte.
ssize_t send_with(int socket, std::span<std::byte const> bytes, std::span<int const> descriptors,
                  int flags) noexcept;

struct ReceivedBytes {
  ssize_t size = 0; ///< result of recvmsg(2), with errno
  std::vector<UniqueFd> descriptors;
};

/// Receives up to bytes.size() bytes, and up to `most_passed` of the descriptors that came with them; the
/// kernel closes any further ones.
ReceivedBytes receive_with(int socket, std::span<std::byte> bytes, int flags);

} // namespace artifactd
