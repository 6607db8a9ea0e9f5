#include "daemon/web/http_connection.hpp"

#include <array>
#include <cerrno>
#include <memory>
#include <sys/socket.h>
#include <utility>

namespace artifactd::web {

namespace {

constexpr std::size_t most_kept = std::size_t{1} << 20; ///< of a stream, for a client that does not read
constexpr std::size_t most_pipelined = std::size_t{64}
                                       << 10; ///< bytes of further requests, while one is answered
constexpr std::size_t most_unsent = std::size_t{64} << 10; ///< then further requests wait until it is sent
constexpr Duration linger = std::chrono::seconds(1); ///< so that what we sent last is not lost to a reset

} // namespace

HttpConnection::HttpConnection(Loop& loop, UniqueFd connection, HttpLimits limits, HttpPatience patience,
                               Events events)
    : connection_(std::move(connection)), patience_(patience), events_(std::move(events)), reader_(limits),
      timer_(loop, [this] { lapsed(); }), watch_(loop, connection_.get(), [this] { ready(); }) {
  timer_.arm(Monotonic::now() + patience_.request);
}

HttpConnection::~HttpConnection() {
  *alive_ = false;
}

void HttpConnection::ready() {
  if (!receive()) return end();
  settle();
}

/// False if the connection is broken.
bool HttpConnection::receive() {
  std::array<char, std::size_t{16} << 10> bytes;
  auto const full =
      output_.size() > most_unsent || (state_ == State::waiting && reader_.size() > most_pipelined);
  auto const wanted = full && state_ <= State::waiting ? 0 : 4;
  for (int reads = 0; reads < wanted && !ended_; ++reads) {
    auto const got = ::recv(connection_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN;
    ended_ = got == 0;
    if (state_ != State::reading && state_ != State::waiting) continue; // nobody asked for it
    if (!reader_.began() && got > 0) timer_.arm(Monotonic::now() + patience_.request);
    reader_.add({bytes.data(), static_cast<std::size_t>(got)});
  }
  return true;
}

/// False if the connection is broken.
bool HttpConnection::flush() {
  while (!output_.empty()) {
    auto const sent = ::send(connection_.get(), output_.data(), output_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN;
    output_.erase(0, static_cast<std::size_t>(sent));
    if (state_ == State::streaming) timer_.disarm();
  }
  return true;
}

void HttpConnection::read_requests() {
  while (state_ == State::reading && output_.size() <= most_unsent) {
    auto request = reader_.take();
    if (!request) {
      turn_away(problem(request.error().status, request.error().reason));
      return;
    }
    if (!*request) break;
    state_ = State::waiting;
    keep_ = (*request)->keep_alive;
    head_ = (*request)->method == "HEAD";
    if (head_) (*request)->method = "GET";
    timer_.disarm();
    auto const asked = events_.asked;
    asked(**std::move(request));
  }
  if (state_ == State::reading && reader_.wants_to_continue()) output_ += "HTTP/1.1 100 Continue\r\n\r\n";
}

/// Goes on as far as it can, and says what is waited for.
void HttpConnection::settle() {
  if (std::exchange(settling_, true)) return; // an answer that came while asked() was running
  auto const alive = alive_;
  for (auto more = true; more;) {
    read_requests();
    if (!*alive) return;
    more = output_.size() > most_unsent && state_ == State::reading;
    if (!flush()) return end();
    more = more && output_.size() <= most_unsent;
  }
  settling_ = false;
  if (state_ == State::reading && ended_ && output_.empty())
    state_ = State::closing; // also in the middle of a request
  if (state_ == State::streaming && (output_.size() > most_kept || ended_)) return end();
  if (state_ == State::closing && output_.empty()) {
    if (ended_ || ::shutdown(connection_.get(), SHUT_WR) < 0) return end();
    state_ = State::draining;
    timer_.arm(Monotonic::now() + linger);
  }
  if (state_ == State::draining && ended_) return end();
  if (!output_.empty() && !timer_.armed()) timer_.arm(Monotonic::now() + patience_.request);
  auto const full = state_ == State::waiting && (ended_ || reader_.size() > most_pipelined);
  watch_.wait_for(!output_.empty() ? Loop::Interest::write
                  : full           ? Loop::Interest::hangup
                                   : Loop::Interest::read);
}

void HttpConnection::add(HttpResponse const& response, Connection connection) {
  output_ += std::exchange(head_, false) ? header_of(response, connection) : to_bytes(response, connection);
}

void HttpConnection::answer(HttpResponse const& response) {
  if (state_ != State::waiting) return;
  keep_ = keep_ && !response.last;
  add(response, keep_ ? Connection::keep : Connection::close);
  state_ = keep_ ? State::reading : State::closing;
  timer_.arm(Monotonic::now() + patience_.idle);
  settle();
}

void HttpConnection::begin_stream() {
  if (state_ != State::waiting) return;
  output_ += stream_header();
  if (std::exchange(head_, false)) return close();
  state_ = State::streaming;
  timer_.disarm();
  settle();
}

void HttpConnection::push(std::string_view bytes) {
  if (state_ != State::streaming) return;
  output_ += bytes;
  settle();
}

void HttpConnection::close() {
  if (state_ == State::closing || state_ == State::draining || state_ == State::over) return;
  state_ = State::closing;
  timer_.arm(Monotonic::now() + patience_.request);
  settle();
}

void HttpConnection::turn_away(HttpResponse const& response) {
  add(response, Connection::close);
  close();
}

void HttpConnection::lapsed() {
  auto const slow = state_ == State::reading && reader_.began() && output_.empty();
  if (slow) return turn_away(problem(408, "the request took too long to arrive"));
  end();
}

void HttpConnection::end() {
  if (std::exchange(state_, State::over) == State::over) return;
  timer_.disarm();
  auto const over = events_.over;
  over();
}

} // namespace artifactd::web
