#include "bench/event_clients.hpp"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace artifactd::bench {

namespace {

UniqueFd connect_to(std::uint16_t port) {
  UniqueFd connection(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(connection.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0)
    throw std::runtime_error("no connection to the HTTP API");
  return connection;
}

} // namespace

EventClients::EventClients(int count, std::uint16_t port, std::string const& token)
    : ending_(::eventfd(0, EFD_CLOEXEC)) {
  auto const request = fmt::format(
      "GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n\r\n", port, token);
  for (int i = 0; i < count; ++i) {
    auto& connection = connections_.emplace_back(connect_to(port));
    if (::write(connection.get(), request.data(), request.size()) != static_cast<ssize_t>(request.size()))
      throw std::runtime_error("the HTTP API takes no request");
    char answer[4096];
    auto const size = ::read(connection.get(), answer, sizeof answer);
    if (size < 0 || !std::string_view(answer, static_cast<std::size_t>(size)).starts_with("HTTP/1.1 200"))
      throw std::runtime_error("the HTTP API opens no stream of events");
  }
  reading_ = std::thread([this] { read_all(); });
}

EventClients::~EventClients() {
  std::uint64_t const one = 1;
  if (::write(ending_.get(), &one, sizeof one) > 0) reading_.join();
}

void EventClients::read_all() {
  std::vector<pollfd> watched{{ending_.get(), POLLIN, 0}};
  for (auto const& connection : connections_)
    watched.push_back({connection.get(), POLLIN, 0});
  char buffer[64 << 10];
  while (::poll(watched.data(), watched.size(), -1) > 0 && watched.front().revents == 0)
    for (auto& one : watched) {
      if (one.revents == 0) continue;
      auto const size = ::read(one.fd, buffer, sizeof buffer);
      if (size <= 0)
        one.fd = -1; // the server ended it
      else
        bytes_ += static_cast<std::uint64_t>(size);
    }
}

} // namespace artifactd::bench
