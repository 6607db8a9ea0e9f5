// The protocol of the control socket, all on the loop's thread and without ever waiting for a client: each
// client gets one answer to one request, which may go on as a stream. Answers that touch disks are found on
// other threads (SlowAnswers). Everything is bounded: clients, the length of a request, the time it and its
// answer may take, and the output kept for a client that reads too slowly; beyond that the client is dropped.
#pragma once

#include "daemon/control/control_connection.hpp"
#include "daemon/control/control_protocol.hpp"
#include "daemon/control/slow_answers.hpp"
#include "daemon/process/control_socket.hpp"
#include "daemon/process/loop.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct ControlLimits {
  std::size_t clients = 64;
  std::size_t request = longest_request;           ///< bytes
  std::size_t output = std::size_t{1} << 20;       ///< kept for a client that does not read
  Duration patience = std::chrono::seconds(10);    ///< for the request to arrive
  Duration accept_again = std::chrono::seconds(1); ///< after no descriptor was left for a client
  std::size_t at_once = 8;                         ///< answers being found or waiting for it
  Duration answer = std::chrono::seconds(30);      ///< for finding one
  std::size_t waiting = 0;                         ///< answers that wait for something to happen
  Duration event = std::chrono::seconds(60);       ///< for that
};

struct ControlReply {
  std::vector<std::string> lines = {};
  Stream then = Stream::none; ///< the stream that follows; none: the answer is complete
  std::uint64_t after = 0;    ///< the lines already include the stream's items up to this number
  /// The rest of the answer, if finding it takes time: called on another thread. The client receives the
  /// Error's message.
  SlowAnswers::Find rest = {};
  SlowAnswers::Takes takes = SlowAnswers::Takes::time;
};

/// The client receives the Error's message.
using ControlAsk = std::function<Result<ControlReply>(ControlRequest const&)>;
using ControlAsks = std::map<std::string, ControlAsk, std::less<>>;

class ControlServer {
public:
  /// `audience` is called when the number of listeners of some stream may have changed.
  ControlServer(Loop& loop, ControlSocket socket, ControlAsks asks, Loop::Callback audience,
                ControlLimits limits = {});
  ~ControlServer();
  ControlServer(ControlServer const&) = delete;
  ControlServer& operator=(ControlServer const&) = delete;

  /// To everyone who listens to `stream` and asked about `session` (empty: to all).
  void publish(Stream stream, std::uint64_t number, std::string const& session, std::string const& line);

  [[nodiscard]] std::size_t listeners(Stream stream) const;
  /// Whether it has a socket, and that is still where clients look for it.
  [[nodiscard]] bool can_be_reached() const noexcept { return socket_ && socket_->is_in_place(); }
  /// Admits no more clients; those that it has are served on.
  void close_socket();
  void admit_at(ControlSocket socket);
  [[nodiscard]] std::size_t clients() const noexcept { return clients_.size(); }

private:
  using Id = ControlConnection::Id;

  void accept_from_now_on();
  void accept_clients();
  void admit(UniqueFd connection);
  void pause_accepting();
  void ready(Id id);
  void expired(Id id);
  bool take_request(ControlConnection& client);
  bool answer(ControlConnection& client, std::string const& line);
  void find_rest(ControlConnection& client, ControlReply reply);
  void deliver(Id id, Result<std::vector<std::string>> const& rest);
  void drop(Id id);

  Loop& loop_;
  std::optional<ControlSocket> socket_;
  ControlAsks asks_;
  Loop::Callback audience_;
  ControlLimits limits_;
  Id next_id_ = 1;
  std::map<Id, std::unique_ptr<ControlConnection>> clients_;
  bool short_of_descriptors_ = false; ///< reported once
  std::optional<Loop::Watch> accepting_;
  Loop::Timer accept_again_;
  SlowAnswers slow_; ///< last: its threads end before what they post to
};

} // namespace artifactd
