#include "agents/child/remote.hpp"

#include "agents/child/confinement.hpp"
#include "agents/child/run_message.hpp"
#include "agents/child/service_socket.hpp"
#include "state/platform/passed_descriptors.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>

namespace artifactd {

namespace {

constexpr std::uint32_t longest_message = 64u << 20; // an input and its outputs, with room to spare

Result<void> send_all(int socket, void const* bytes, std::size_t size) {
  auto const* at = static_cast<char const*>(bytes);
  while (size > 0) {
    auto put = ::send(socket, at, size, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail(errno_error("send", "run service"));
    at += put;
    size -= static_cast<std::size_t>(put);
  }
  return {};
}

Result<void> receive_all(int socket, void* bytes, std::size_t size) {
  auto* at = static_cast<char*>(bytes);
  while (size > 0) {
    auto got = ::recv(socket, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(errno_error("receive", "run service"));
    if (got == 0) return fail(Fault::io, "the run service hung up");
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return {};
}

/// The length is sent first and carries the descriptors.
Result<void> send_message(int socket, std::vector<std::uint8_t> const& bytes,
                          std::vector<int> const& descriptors) {
  if (descriptors.size() > most_passed) return fail(Fault::invalid, "too many descriptors to pass");
  auto const length = static_cast<std::uint32_t>(bytes.size());
  if (send_with(socket, std::as_bytes(std::span(&length, 1)), descriptors, MSG_NOSIGNAL) !=
      static_cast<ssize_t>(sizeof length))
    return fail(errno_error("send", "run service"));
  return send_all(socket, bytes.data(), bytes.size());
}

struct Received {
  std::vector<std::uint8_t> bytes;
  std::vector<UniqueFd> descriptors;
};

Result<Received> receive_message(int socket) {
  Received received;
  std::uint32_t length = 0;
  auto [got, descriptors] = receive_with(socket, std::as_writable_bytes(std::span(&length, 1)), MSG_WAITALL);
  if (got < 0) return fail(errno_error("receive", "run service"));
  received.descriptors = std::move(descriptors);
  if (got == 0) return fail(Fault::io, "the run service hung up");
  if (got != static_cast<ssize_t>(sizeof length) || length > longest_message)
    return fail(Fault::invalid, "not a message of the run service's protocol");
  received.bytes.resize(length);
  TRY(receive_all(socket, received.bytes.data(), received.bytes.size()));
  return received;
}

/// Returns once there is an answer to read; shuts down its own side when `cancel` becomes readable.
void await_answer(int socket, int cancel) {
  std::array<pollfd, 2> waiting{pollfd{socket, POLLIN, 0}, pollfd{cancel, POLLIN, 0}};
  for (nfds_t count = cancel < 0 ? 1 : 2;;) {
    if (::poll(waiting.data(), count, -1) < 0 && errno == EINTR) continue;
    if (waiting[0].revents != 0) return;
    ::shutdown(socket, SHUT_WR);
    count = 1;
  }
}

} // namespace

Result<Ran> run_remotely(std::string const& path, Command const& command) {
  auto socket = TRY(connect_to_service(path));
  auto message = encode(command);
  TRY(send_message(socket.get(), message.bytes, message.descriptors));
  await_answer(socket.get(), command.cancel);
  return decode_ran(TRY(receive_message(socket.get())).bytes);
}

Result<void> serve_run(int connection, unsigned allowed) {
  TRY(check_peer(connection, allowed));
  auto request = TRY(receive_message(connection));
  auto command = TRY(decode_command(request.bytes, request.descriptors));
  command.cancel = connection; // readable when the peer hangs up, as it sends nothing more
  UniqueFd walls;
  // A command without a session's directory is an extractor, which brings its own sandbox and could not set
  // up the mounts inside another one.
  if (std::holds_alternative<int>(command.directory)) {
    auto built = confinement(command);
    if (!built && built.error().fault != Fault::unsupported)
      return send_message(connection, encode(Result<Ran>(fail(built.error()))), {});
    if (built) walls = *std::move(built);
    command.walls = walls.get();
  }
  return send_message(connection, encode(run(command)), {});
}

} // namespace artifactd
