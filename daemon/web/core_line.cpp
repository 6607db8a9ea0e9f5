#include "daemon/web/core_line.hpp"

#include "daemon/process/control_socket.hpp"

#include <array>
#include <cerrno>
#include <exception>
#include <memory>
#include <sys/socket.h>
#include <utility>

namespace artifactd::web {

namespace {

constexpr std::size_t longest_line = std::size_t{64} << 20;     ///< a whole graph
constexpr Duration greeting_patience = std::chrono::seconds(3); ///< the core greets before it works
constexpr int reads_at_once = 16;                               ///< then others have their turn

} // namespace

CoreLine::CoreLine(Loop& loop, std::string const& path, std::string question, Heard heard)
    : loop_(loop), unsent_(std::move(question) + "\n"), input_(longest_line), heard_(std::move(heard)) {
  auto connected = connect_control(path);
  if (!connected) {
    fail_soon(connected.error());
    return;
  }
  connection_ = *std::move(connected);
  try {
    watch_.emplace(loop_, connection_.get(), [this] { ready(); });
  } catch (std::exception const& error) { // no memory, no room in epoll: affects only this question
    fail_soon({Fault::busy, error.what()});
    return;
  }
  watch_->wait_for(Loop::Interest::write);
  ungreeted_.emplace(
      loop_, [this] { say(fail(Fault::busy, "artifactd does not answer: it hangs, or is still starting")); });
  ungreeted_->arm(Monotonic::now() + greeting_patience);
}

void CoreLine::fail_soon(Error error) {
  loop_.post([this, alive = alive_, error = std::move(error)] {
    if (*alive) say(fail(error));
  });
}

void CoreLine::say(Result<std::string> line) {
  auto const heard = heard_; // the callee may destroy this object
  heard(std::move(line));
}

void CoreLine::ready() {
  auto const alive = alive_;
  if (!unsent_.empty() && !send()) return say(fail(errno_error("send", "the core's socket")));
  auto const received = receive();
  while (auto line = input_.take()) {
    if (!std::exchange(greeted_, true)) {
      ungreeted_.reset();
      if (auto const greeting = judge_greeting(*line); !greeting) return say(fail(greeting.error()));
      continue;
    }
    say(*std::move(line));
    if (!*alive) return;
  }
  if (input_.overlong()) return say(fail(Fault::too_large, "the core's answer is too long"));
  if (!received) say(fail(received.error()));
}

bool CoreLine::send() {
  auto const sent = ::send(connection_.get(), unsent_.data(), unsent_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0) return errno == EAGAIN || errno == EINTR;
  unsent_.erase(0, static_cast<std::size_t>(sent));
  if (unsent_.empty()) watch_->wait_for(Loop::Interest::read);
  return true;
}

Result<void> CoreLine::receive() {
  std::array<char, std::size_t{64} << 10> bytes;
  for (int reads = 0; reads < reads_at_once; ++reads) {
    auto const got = ::recv(connection_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return {};
    if (got < 0) return fail(errno_error("receive", "the core's socket"));
    if (got == 0) return fail(Fault::missing, "the core closed the connection");
    input_.add({bytes.data(), static_cast<std::size_t>(got)});
  }
  return {};
}

} // namespace artifactd::web
