#include "daemon/control/control_client.hpp"

#include "daemon/process/control_socket.hpp"
#include "state/platform/passed_descriptors.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace artifactd {

namespace {

/// Rounded up, so that a wait never ends too early and then spins.
int milliseconds_until(Moment until) {
  auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Monotonic::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

} // namespace

Result<ControlClient> ControlClient::ask(std::string const& path, ControlRequest const& request,
                                         Duration patience, std::size_t longest) {
  auto until = Monotonic::now() + patience;
  ControlClient client(TRY(connect_control(path)), longest);
  auto line = request_line(request) + '\n';
  // A fresh connection has room for a request. A connection that is already closed may still hold the reason.
  auto const directory = request.directory ? request.directory->get() : -1;
  auto sent = send_with(client.fd(), std::as_bytes(std::span(line)),
                        std::span(&directory, request.directory ? 1 : 0), MSG_NOSIGNAL);
  if (sent < 0 && errno != EPIPE) return fail(errno_error("send", path));
  auto greeting = TRY(client.next(until));
  if (!greeting) return fail(Fault::busy, path + ": artifactd does not answer");
  TRY(judge_greeting(*greeting));
  return client;
}

Result<std::optional<std::string>> ControlClient::next(Moment until) {
  for (;;) {
    if (auto line = input_.take()) return line;
    if (input_.overlong()) return fail(Fault::too_large, "control socket: a line is too long");
    pollfd waiting{connection_.get(), POLLIN, 0};
    auto ready = ::poll(&waiting, 1, milliseconds_until(until));
    if (ready < 0 && errno != EINTR) return fail(errno_error("poll", "control socket"));
    if (ready <= 0) return std::nullopt;
    std::array<char, 16384> bytes;
    auto got = ::recv(connection_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return fail(Fault::missing, "artifactd closed the connection");
    input_.add({bytes.data(), static_cast<std::size_t>(got)});
  }
}

} // namespace artifactd
