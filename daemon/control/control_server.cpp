#include "daemon/control/control_server.hpp"

#include "daemon/process/log.hpp"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <fmt/core.h>
#include <sys/socket.h>
#include <utility>

namespace artifactd {

ControlServer::ControlServer(Loop& loop, ControlSocket socket, ControlAsks asks, Loop::Callback audience,
                             ControlLimits limits)
    : loop_(loop), asks_(std::move(asks)), audience_(std::move(audience)), limits_(limits),
      accept_again_(loop, [this] { accept_from_now_on(); }), slow_(loop, limits.at_once, limits.waiting) {
  admit_at(std::move(socket));
}

ControlServer::~ControlServer() = default;

void ControlServer::admit_at(ControlSocket socket) {
  socket_.emplace(std::move(socket));
  accept_from_now_on();
}

void ControlServer::close_socket() {
  accepting_.reset();
  socket_.reset();
}

void ControlServer::accept_from_now_on() {
  if (socket_) accepting_.emplace(loop_, socket_->fd(), [this] { accept_clients(); });
}

void ControlServer::accept_clients() {
  for (int taken = 0; taken < 16; ++taken) {
    UniqueFd connection(::accept4(socket_->fd(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
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
  auto& client = *clients_
                      .emplace(id, std::make_unique<ControlConnection>(
                                       id, loop_, std::move(connection), limits_.request, limits_.output,
                                       [this, id] { ready(id); }, [this, id] { expired(id); },
                                       Monotonic::now() + limits_.patience))
                      .first->second;
  auto peer = peer_of(fd);
  std::string reason;
  if (!peer)
    reason = peer.error().message;
  else if (!socket_->admits(*peer))
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
  if (!client.complete && (!client.asked || client.takes_time)) {
    client.complete = true;
    client.send(refusal_line(client.asked ? "the answer took too long; try again later" : "no request came"));
    client.flush();
  }
  drop(id);
}

/// False if there will be none.
bool ControlServer::take_request(ControlConnection& client) {
  if (client.asked) return true;
  auto line = client.input.take();
  if (!line && client.input.overlong()) {
    client.send(refusal_line(fmt::format("a request has at most {} bytes", limits_.request)));
    return client.complete = true;
  }
  if (!line) return !client.ended();
  client.asked_enough();
  return answer(client, *line);
}

bool ControlServer::answer(ControlConnection& client, std::string const& line) {
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
    find_rest(client, *std::move(reply));
  else if (reply->then == Stream::none)
    client.complete_until(Monotonic::now() + limits_.patience);
  else
    audience_();
  return true;
}

void ControlServer::find_rest(ControlConnection& client, ControlReply reply) {
  auto const waits = reply.takes == SlowAnswers::Takes::events;
  auto const taken = slow_.find(
      std::move(reply.rest), [this, id = client.id](auto const& rest) { deliver(id, rest); }, reply.takes);
  if (taken) {
    client.takes_time = true;
    client.expect_answer_until(Monotonic::now() + (waits ? limits_.event : limits_.answer));
    return;
  }
  client.send(refusal_line(
      fmt::format("too many such requests are in progress ({}); try again later", slow_.in_progress())));
  client.complete_until(Monotonic::now() + limits_.patience);
}

/// The client may be gone by then, or has been told that it took too long.
void ControlServer::deliver(Id id, Result<std::vector<std::string>> const& rest) {
  auto const found = clients_.find(id);
  if (found == clients_.end() || found->second->complete) return;
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
