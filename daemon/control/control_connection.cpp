#include "daemon/control/control_connection.hpp"

#include "state/platform/passed_descriptors.hpp"

#include <array>
#include <cerrno>
#include <span>
#include <sys/socket.h>
#include <utility>

namespace artifactd {

ControlConnection::ControlConnection(Id own_id, Loop& loop, UniqueFd connection, std::size_t most_input,
                                     std::size_t most_output, Loop::Callback ready, Loop::Callback expired,
                                     Moment deadline)
    : id(own_id), input(most_input), connection_(std::move(connection)), most_output_(most_output),
      watch_(loop, connection_.get(), std::move(ready)), timer_(loop, std::move(expired)) {
  timer_.arm(deadline);
}

bool ControlConnection::receive() {
  std::array<char, 4096> bytes;
  for (int reads = 0; reads < 4 && !ended_; ++reads) {
    auto [got, descriptors] =
        receive_with(connection_.get(), std::as_writable_bytes(std::span(bytes)), MSG_DONTWAIT);
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    ended_ = got == 0;
    if (asked) continue;
    input.add({bytes.data(), static_cast<std::size_t>(got)});
    if (!directory && !descriptors.empty()) directory = std::move(descriptors.front());
  }
  return true;
}

void ControlConnection::send(std::string_view line) {
  output_ += line;
  output_ += '\n';
}

bool ControlConnection::flush() {
  while (!output_.empty()) {
    auto sent = ::send(connection_.get(), output_.data(), output_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno != EAGAIN) return false;
    if (sent < 0) break;
    output_.erase(0, static_cast<std::size_t>(sent));
  }
  if (output_.empty() && complete) return false;
  wait();
  return output_.size() <= most_output_ || complete;
}

void ControlConnection::asked_enough() {
  asked = true;
  timer_.disarm();
}

void ControlConnection::complete_until(Moment deadline) {
  complete = true;
  timer_.arm(deadline);
}

void ControlConnection::wait() {
  told_to_wait_for_hangup_ = output_.empty() && ended_;
  watch_.wait_for(!output_.empty() ? Loop::Interest::write
                  : ended_         ? Loop::Interest::hangup
                                   : Loop::Interest::read);
}

} // namespace artifactd
