// One connection to the control socket, on the loop's thread: what was received, what is still to be sent,
// and how long it may last. What requests and answers mean is ControlServer's business.
#pragma once

#include "daemon/control/control_protocol.hpp"
#include "daemon/process/loop.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace artifactd {

enum class Stream : std::uint8_t { none, activity, journal };

class ControlConnection {
public:
  using Id = std::uint64_t;

  /// `ready` is called when there is something to receive or room to send, `expired` at the deadline. More
  /// than `most_output` bytes are not kept for a client that does not read. A request has at most
  /// `most_input`.
  ControlConnection(Id own_id, Loop& loop, UniqueFd connection, std::size_t most_input,
                    std::size_t most_output, Loop::Callback ready, Loop::Callback expired, Moment deadline);

  Id const id;
  LineBuffer input;
  Stream stream = Stream::none; ///< it listens to
  std::uint64_t after = 0;      ///< only stream items above this number
  std::string session;          ///< of the request
  bool asked = false;
  bool complete = false;   ///< nothing more will be sent: dropped once the output is out
  bool takes_time = false; ///< its answer takes time to find
  UniqueFd directory;      ///< sent with the request

  /// False if the connection is broken. Anything after the request is ignored.
  bool receive();

  /// To be sent by flush().
  void send(std::string_view line);

  /// False if the client is to be dropped: gone, done, or too slow.
  bool flush();

  void asked_enough();
  void expect_answer_until(Moment deadline) { timer_.arm(deadline); }
  void complete_until(Moment deadline);

  /// The client closed its side for writing, or both: with nothing to send, a callback can only mean both.
  [[nodiscard]] bool hung_up() const noexcept { return ended_ && told_to_wait_for_hangup_; }
  [[nodiscard]] bool ended() const noexcept { return ended_; }

private:
  void wait();

  UniqueFd connection_;
  std::size_t most_output_;
  std::string output_;
  bool ended_ = false;
  bool told_to_wait_for_hangup_ = false;
  Loop::Watch watch_;
  Loop::Timer timer_;
};

} // namespace artifactd
