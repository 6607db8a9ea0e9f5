#include "daemon/control/control_server.hpp"

#include "daemon/process/log.hpp"
#include "state/platform/passed_descriptors.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <fmt/core.h>
#include <sys/socket.h>
#include <utility>

namespace artifactd {

/// One connection: received input, pending output, and the stream it listens to.
class ControlServer::Client {
public:
  Client(Id own_id, Loop& loop, UniqueFd connection, std::size_t most_output, Loop::Callback ready,
         Loop::Callback expired, Moment deadline)
      : id(own_id), connection_(std::move(connection)), most_output_(most_output),
        watch_(loop, connection_.get(), std::move(ready)), timer_(loop, std::move(expired)) {
    timer_.arm(deadline);
  }

  Id const id;
  LineBuffer input{longest_request};
  Stream stream = Stream::none;
  std::uint64_t after = 0; ///< only stream items above this number
  std::string session;     ///< of the request
  bool asked = false;
  bool complete = false;   ///< nothing more will be sent: dropped once the output is out
  bool takes_time = false; ///< its answer takes time to find
  UniqueFd directory;      ///< sent with the request

  /// False if the connection is broken. Anything after the request is ignored.
  bool receive() {
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

  void send(std::string_view line) {
    output_ += line;
    output_ += '\n';
  }

  /// False if the client is to be dropped: gone, done, or too slow.
  bool flush() {
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

  void asked_enough() {
    asked = true;
    timer_.disarm();
  }
  void complete_until(Moment deadline) {
    complete = true;
    timer_.arm(deadline);
  }

  /// The client closed its side for writing, or both: with nothing to send, a callback can only mean both.
  [[nodiscard]] bool hung_up() const noexcept { return ended_ && told_to_wait_for_hangup_; }
  [[nodiscard]] bool ended() const noexcept { return ended_; }

private:
  void wait() {
    told_to_wait_for_hangup_ = output_.empty() && ended_;
    watch_.wait_for(!output_.empty() ? Loop::Interest::write
                    : ended_         ? Loop::Interest::hangup
                                     : Loop::Interest::read);
  }

  UniqueFd connection_;
  std::size_t most_output_;
  std::string output_;
  bool ended_ = false;
  bool told_to_wait_for_hangup_ = false;
  Loop::Watch watch_;
  Loop::Timer timer_;
};

ControlServer::ControlServer(Loop& loop, ControlSocket socket, ControlAsks asks, Loop::Callback audience,
                             ControlLimits limits)
    : loop_(loop), socket_(std::move(socket)), asks_(std::move(asks)), audience_(std::move(audience)),
      limits_(limits),
      accept_again_(loop, [this] { accepting_.emplace(loop_, socket_.fd(), [this] { accept_clients(); }); }) {
  accepting_.emplace(loop_, socket_.fd(), [this] { accept_clients(); });
}

ControlServer::~ControlServer() = default;

void ControlServer::accept_clients() {
  for (int taken = 0; taken < 16; ++taken) {
    UniqueFd connection(::accept4(socket_.fd(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection) {
      short_of_descriptors_ = false;
      try {
        admit(std::move(connection));
      } catch (std::exception const& error) { // no memory, no room in epoll: affects only this client
        log_event(LogLevel::warning, "control", {{"reason", error.what()}});
      }
      continue;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno != EAGAIN) pause_accepting();
    return;
  }
}

/// The connection that could not be accepted stays readable: waiting for it would spin.
void ControlServer::pause_accepting() {
  auto reason = errno_error("accept", "control socket");
  if (!std::exchange(short_of_descriptors_, true))
    log_event(LogLevel::warning, "control", {{"reason", reason.message}});
  accepting_.reset();
  accept_again_.arm(Monotonic::now() + limits_.accept_again);
}

void ControlServer::admit(UniqueFd connection) {
  auto id = next_id_++;
  auto fd = connection.get();
  auto& client =
      *clients_
           .emplace(id, std::make_unique<Client>(
                            id, loop_, std::move(connection), limits_.output, [this, id] { ready(id); },
                            [this, id] { expired(id); }, Monotonic::now() + limits_.patience))
           .first->second;
  auto peer = peer_of(fd);
  std::string reason;
  if (!peer)
    reason = peer.error().message;
  else if (!socket_.admits(*peer))
    reason = fmt::format("user {} is not admitted: neither the daemon's user, nor root, nor a member of the "
                         "socket's group",
                         peer->uid);
  else if (clients_.size() > limits_.clients)
    reason = fmt::format("{} clients are being served; try again later", limits_.clients);
  if (reason.empty()) return;
  client.asked = client.complete = true;
  client.send(refusal_line(reason));
  if (!client.flush()) drop(id);
}

void ControlServer::ready(Id id) {
  auto found = clients_.find(id);
  if (found == clients_.end()) return;
  auto& client = *found->second;
  if (client.hung_up() || !client.receive() || !take_request(client) || !client.flush()) drop(id);
}

void ControlServer::expired(Id id) {
  auto found = clients_.find(id);
  if (found == clients_.end()) return;
  auto& client = *found->second;
  if (!client.asked) {
    client.complete = true;
    client.send(refusal_line("no request came"));
    client.flush();
  }
  drop(id);
}

/// False if there will be none.
bool ControlServer::take_request(Client& client) {
  if (client.asked) return true;
  auto line = client.input.take();
  if (!line && client.input.overlong()) {
    client.send(refusal_line(fmt::format("a request has at most {} bytes", longest_request)));
    return client.complete = true;
  }
  if (!line) return !client.ended();
  client.asked_enough();
  return answer(client, *line);
}

bool ControlServer::answer(Client& client, std::string const& line) {
  auto reply = [&]() -> Result<ControlReply> {
    auto request = TRY(parse_request(line));
    if (client.directory) request.directory = std::make_shared<UniqueFd const>(std::move(client.directory));
    auto ask = asks_.find(request.ask);
    if (ask == asks_.end()) {
      std::string known;
      for (auto const& [word, act] : asks_)
        known += (known.empty() ? "" : ", ") + word;
      return fail(Fault::invalid, "this artifactd answers to: " + known);
    }
    client.send(greeting_line(request.ask));
    client.session = request.session;
    return ask->second(request);
  }();
  if (!reply) {
    client.send(refusal_line(reply.error().message));
    return client.complete = true;
  }
  for (auto const& each : reply->lines)
    client.send(each);
  client.stream = reply->then;
  client.after = reply->after;
  if (reply->rest)
    find_rest(client, std::move(reply->rest));
  else if (reply->then == Stream::none)
    client.complete_until(Monotonic::now() + limits_.patience);
  else
    audience_();
  return true;
}

void ControlServer::find_rest(Client& client, std::function<Result<std::vector<std::string>>()> rest) {
  auto const busy = std::ranges::count_if(clients_, [](auto const& each) { return each.second->takes_time; });
  if (static_cast<std::size_t>(busy) >= limits_.at_once) {
    client.send(refusal_line(fmt::format("{} others wait for such an answer; ask again later", busy)));
    client.complete_until(Monotonic::now() + limits_.patience);
    return;
  }
  client.takes_time = true;
  workers_.run([this, id = client.id, rest = std::move(rest)] {
    auto found = std::make_shared<Result<std::vector<std::string>>>(fail(Fault::io, "out of memory"));
    try {
      *found = rest();
    } catch (std::exception const& error) {
      *found = fail(Fault::io, error.what());
    }
    loop_.post([this, id, found] { deliver(id, *found); });
  });
}

/// The client may be gone by then.
void ControlServer::deliver(Id id, Result<std::vector<std::string>> const& rest) {
  auto const found = clients_.find(id);
  if (found == clients_.end()) return;
  auto& client = *found->second;
  if (!rest) client.send(refusal_line(rest.error().message));
  for (auto const& line : rest.value_or(std::vector<std::string>()))
    client.send(line);
  client.complete_until(Monotonic::now() + limits_.patience);
  if (!client.flush()) drop(id);
}

void ControlServer::publish(Stream stream, std::uint64_t number, std::string const& session,
                            std::string const& line) {
  std::vector<Id> lost;
  for (auto const& [id, client] : clients_) {
    if (client->stream != stream || number <= client->after) continue;
    if (!session.empty() && !client->session.empty() && client->session != session) continue;
    client->send(line);
    if (!client->flush()) lost.push_back(id);
  }
  for (auto id : lost)
    drop(id);
}

std::size_t ControlServer::listeners(Stream stream) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(clients_, [&](auto const& entry) { return entry.second->stream == stream; }));
}

void ControlServer::drop(Id id) {
  auto found = clients_.find(id);
  if (found == clients_.end()) return;
  auto listened = found->second->stream != Stream::none;
  clients_.erase(found);
  if (listened) audience_();
}

} // namespace artifactd
