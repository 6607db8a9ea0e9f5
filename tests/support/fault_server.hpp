// An HTTP server on the loopback that does to each connection what the test wrote down for it, well-behaved
// or not, and remembers what it was asked. One thread a connection; all of them are gone with the object.
#pragma once

#include "state/clock.hpp"
#include "state/fd.hpp"

#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace artifactd::test {

/// One thing done to a connection once its request has been read whole.
struct Act {
  enum class Kind { say, drip, hold, reset } kind;
  std::string bytes = {};
  Duration every = {};
};
[[nodiscard]] Act say(std::string bytes);
/// Byte by byte, with a pause before each.
[[nodiscard]] Act drip(std::string bytes, Duration every);
/// Nothing, until release() or until the client hangs up.
[[nodiscard]] Act hold();
/// Closes with RST; whatever comes after the last act is closed properly.
[[nodiscard]] Act reset();

/// A whole answer. `headers` are lines without their ends.
[[nodiscard]] std::string http_answer(int status, std::string_view body,
                                      std::vector<std::string> const& headers = {});

class FaultServer {
public:
  struct Received {
    std::string head; ///< the request line and the headers
    std::string body;
    [[nodiscard]] bool has(std::string_view line) const; ///< among the headers, exactly
  };

  FaultServer();
  ~FaultServer();
  FaultServer(FaultServer const&) = delete;
  FaultServer& operator=(FaultServer const&) = delete;

  [[nodiscard]] std::string url() const; ///< "http://127.0.0.1:40001"
  /// What is done to the next connection that has nothing written down yet. An unexpected one gets a 500.
  void script(std::vector<Act> acts);
  void answer(int status, std::string_view body, std::vector<std::string> const& headers = {}) {
    script({say(http_answer(status, body, headers))});
  }
  void release();

  [[nodiscard]] std::vector<Received> received();
  /// Waits until so many requests have come, or connections been closed by the client before their acts were
  /// done; false after 20 s.
  [[nodiscard]] bool wait_for_requests(std::size_t number);
  [[nodiscard]] bool wait_for_hangups(std::size_t number);

private:
  void accept_all();
  void serve(UniqueFd connection);
  std::vector<Act> next_script(Received received);
  /// False when the client is gone or the server is to end.
  bool perform(int connection, Act const& act);
  bool stays_for(int connection, int event, int milliseconds);
  void note_hangup();

  UniqueFd listener_;
  UniqueFd stop_;
  UniqueFd released_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::vector<Act>> scripts_;
  std::vector<Received> received_;
  std::size_t hangups_ = 0;
  std::list<std::jthread> connections_; ///< of the accepting thread, joined before what they use goes
  std::jthread accepting_;
};

} // namespace artifactd::test
