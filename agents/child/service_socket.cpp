#include "agents/child/service_socket.hpp"

#include "state/platform/identity.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/core.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// How long to wait for a full connection queue; zero: forever.
void limit_connecting(int socket, time_t seconds) {
  timeval const limit{seconds, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

} // namespace

Result<UniqueFd> connect_to_service(std::string const& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return fail(Fault::invalid, path + " is too long for a socket");
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket) return fail(errno_error("socket", path));
  limit_connecting(socket.get(), 10);
  auto const code = answer_as_self([&] {
    return ::connect(socket.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address) < 0 ? errno
                                                                                                    : 0;
  });
  if (code != 0) {
    auto error = errno_error("connect", path, code);
    if (code == ECONNREFUSED || code == ENOENT) error.message = "nobody listens at " + path;
    error.fault = Fault::busy;
    return fail(std::move(error));
  }
  limit_connecting(socket.get(), 0);
  return socket;
}

Result<void> check_peer(int connection, unsigned allowed) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
    return fail(errno_error("getsockopt", "SO_PEERCRED"));
  if (peer.uid != 0 && peer.uid != ::getuid() && peer.uid != allowed)
    return fail(Fault::denied, fmt::format("user {} may not use this service", peer.uid));
  return {};
}

} // namespace artifactd
