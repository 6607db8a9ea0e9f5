#include "tests/support/fault_server.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/core.h>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace artifactd::test {

namespace {

constexpr auto patience = std::chrono::seconds(20);

bool send_whole(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    auto const sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::size_t content_length(std::string_view head) {
  std::string small(head);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::string_view name = "content-length: ";
  auto const at = small.find(name);
  std::size_t length = 0;
  if (at != std::string::npos)
    std::from_chars(small.data() + at + name.size(), small.data() + small.size(), length);
  return length;
}

std::optional<FaultServer::Received> receive_request(int socket) {
  std::string bytes;
  std::array<char, 16384> buffer;
  for (;;) {
    if (auto const end = bytes.find("\r\n\r\n"); end != std::string::npos) {
      auto const body = bytes.substr(end + 4);
      if (auto const head = bytes.substr(0, end + 2); body.size() >= content_length(head))
        return FaultServer::Received{head, body};
    }
    auto const got = ::recv(socket, buffer.data(), buffer.size(), 0);
    if (got <= 0) return std::nullopt;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

} // namespace

Act say(std::string bytes) {
  return {Act::Kind::say, std::move(bytes)};
}
Act drip(std::string bytes, Duration every) {
  return {Act::Kind::drip, std::move(bytes), every};
}
Act hold() {
  return {Act::Kind::hold};
}
Act reset() {
  return {Act::Kind::reset};
}

std::string http_answer(int status, std::string_view body, std::vector<std::string> const& headers) {
  auto answer = fmt::format("HTTP/1.1 {} Word\r\nContent-Length: {}\r\n", status, body.size());
  for (auto const& line : headers)
    answer += line + "\r\n";
  return answer.append("\r\n").append(body);
}

bool FaultServer::Received::has(std::string_view line) const {
  return head.find(fmt::format("\r\n{}\r\n", line)) != std::string::npos;
}

FaultServer::FaultServer()
    : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), stop_(::eventfd(0, EFD_CLOEXEC)),
      released_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(listener_.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0 ||
      ::listen(listener_.get(), 64) != 0)
    throw std::runtime_error("the fault server cannot listen");
  accepting_ = std::jthread([this] { accept_all(); });
}

FaultServer::~FaultServer() {
  ::eventfd_write(stop_.get(), 1);
  accepting_.join();
}

std::string FaultServer::url() const {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return fmt::format("http://127.0.0.1:{}", ntohs(address.sin_port));
}

void FaultServer::script(std::vector<Act> acts) {
  std::lock_guard const lock(mutex_);
  scripts_.push_back(std::move(acts));
}

void FaultServer::release() {
  ::eventfd_write(released_.get(), 1);
}

std::vector<FaultServer::Received> FaultServer::received() {
  std::lock_guard const lock(mutex_);
  return received_;
}

bool FaultServer::wait_for_requests(std::size_t number) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return received_.size() >= number; });
}

bool FaultServer::wait_for_hangups(std::size_t number) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return hangups_ >= number; });
}

void FaultServer::accept_all() {
  for (;;) {
    std::array<pollfd, 2> slots{{{listener_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    ::poll(slots.data(), slots.size(), -1);
    if (slots[1].revents != 0) break;
    UniqueFd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (connection)
      connections_.emplace_back([this, each = std::move(connection)]() mutable { serve(std::move(each)); });
  }
  connections_.clear();
}

std::vector<Act> FaultServer::next_script(Received received) {
  std::lock_guard const lock(mutex_);
  received_.push_back(std::move(received));
  changed_.notify_all();
  if (scripts_.empty()) return {say(http_answer(500, "nothing is written down for this connection"))};
  auto acts = std::move(scripts_.front());
  scripts_.pop_front();
  return acts;
}

void FaultServer::note_hangup() {
  std::lock_guard const lock(mutex_);
  ++hangups_;
  changed_.notify_all();
}

void FaultServer::serve(UniqueFd connection) {
  // Limits how long a client can block that neither sends a request nor hangs up.
  timeval const limit{.tv_sec = 20, .tv_usec = 0};
  ::setsockopt(connection.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  if (auto request = receive_request(connection.get()))
    for (auto const& act : next_script(*std::move(request)))
      if (!perform(connection.get(), act)) break;
}

bool FaultServer::stays_for(int connection, int event, int milliseconds) {
  std::array<pollfd, 3> slots{{{connection, POLLIN, 0}, {stop_.get(), POLLIN, 0}, {event, POLLIN, 0}}};
  ::poll(slots.data(), slots.size(), milliseconds);
  if (slots[0].revents != 0) note_hangup(); // its request was read in full, so this is a hangup
  return slots[0].revents == 0 && slots[1].revents == 0;
}

bool FaultServer::perform(int connection, Act const& act) {
  switch (act.kind) {
  case Act::Kind::say:
    if (send_whole(connection, act.bytes)) return true;
    note_hangup();
    return false;
  case Act::Kind::drip:
    for (char const each : act.bytes)
      if (!stays_for(connection, -1, static_cast<int>(act.every / std::chrono::milliseconds(1))) ||
          !send_whole(connection, {&each, 1}))
        return false;
    return true;
  case Act::Kind::hold: {
    std::uint64_t one = 0;
    return stays_for(connection, released_.get(), -1) && ::read(released_.get(), &one, sizeof one) > 0;
  }
  case Act::Kind::reset: {
    linger const at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    return false;
  }
  }
  return false;
}

} // namespace artifactd::test
