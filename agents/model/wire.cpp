#include "agents/model/wire.hpp"

#include "agents/model/patience.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>

namespace artifactd::model {

namespace {

/// Bytes received at a time: an announced length alone allocates nothing.
constexpr std::size_t most_at_once = 64 * 1024;

Result<void> await_socket(int socket, short event, Moment until) {
  for (;;) {
    pollfd slot{socket, event, 0};
    auto const ready = ::poll(&slot, 1, poll_room(until));
    if (ready > 0) return {};
    if (ready < 0 && errno != EINTR) return fail(errno_error("poll", "model service"));
    if (ready == 0 && Monotonic::now() >= until)
      return fail(Fault::busy, "the other side did not respond in time");
  }
}

bool passes_soon(int code) noexcept {
  return code == EAGAIN || code == EINTR;
}

Result<void> send_bytes(int socket, std::string_view bytes, Moment until) {
  while (!bytes.empty()) {
    auto const put = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(put));
    else if (!passes_soon(errno))
      return fail(errno_error("send", "model service"));
    else
      TRY(await_socket(socket, POLLOUT, until));
  }
  return {};
}

Result<std::string> receive_bytes(int socket, std::size_t size, Moment until) {
  std::string bytes;
  std::array<char, most_at_once> buffer;
  while (bytes.size() < size) {
    auto const wanted = std::min(size - bytes.size(), buffer.size());
    auto const got = ::recv(socket, buffer.data(), wanted, MSG_DONTWAIT);
    if (got > 0)
      bytes.append(buffer.data(), static_cast<std::size_t>(got));
    else if (got == 0)
      return fail(bytes.empty() ? Fault::missing : Fault::io, "the other side hung up");
    else if (!passes_soon(errno))
      return fail(errno_error("receive", "model service"));
    else
      TRY(await_socket(socket, POLLIN, until));
  }
  return bytes;
}

} // namespace

Result<void> send_text(int socket, std::string_view text, Moment until) {
  if (text.size() > longest_wire_text)
    return fail(Fault::too_large, fmt::format("a message of more than {} bytes", longest_wire_text));
  auto const length = static_cast<std::uint32_t>(text.size());
  std::array<char, sizeof length> head{};
  std::memcpy(head.data(), &length, sizeof length);
  TRY(send_bytes(socket, {head.data(), head.size()}, until));
  return send_bytes(socket, text, until);
}

Result<std::string> receive_text(int socket, Moment until) {
  std::uint32_t length = 0;
  auto const head = TRY(receive_bytes(socket, sizeof length, until));
  std::memcpy(&length, head.data(), sizeof length);
  if (length > longest_wire_text)
    return fail(Fault::invalid, "the other side does not speak the protocol of a model service");
  auto text = receive_bytes(socket, length, until);
  if (!text && text.error().fault == Fault::missing) text.error().fault = Fault::io;
  return text;
}

} // namespace artifactd::model
