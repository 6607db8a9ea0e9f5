// An HTTP server on the loopback that treats each connection as the test scripted, well-behaved or not, and
// remembers the requests. One thread per connection; the destructor ends them all.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace artifactd::test {

/// One action on a connection after its whole request has been read.
struct Act {
  enum class Kind { say, drip, hold, reset } kind;
  std::string bytes = {};
  Duration every = {};
};
[[nodiscard]] Act say(std::string bytes);
/// Byte by byte, with a pause before each.
[[nodiscard]] Act drip(std::string bytes, Duration every);
/// Does nothing until release() or until the client hangs up.
[[nodiscard]] Act hold();
/// Closes with RST. Without it, the connection is closed properly after the last act.
[[nodiscard]] Act reset();

/// A whole answer. `headers` are lines without line ends.
[[nodiscard]] std::string http_answer(int status, std::string_view body,
                                      std::vector<std::string> const& headers = {});

class FaultServer {
public:
  struct Received {
    std::string head; ///< the request line and the headers
    std::string body;
    [[nodiscard]] bool has(std::string_view line) const; ///< exactly, among the headers
  };

  FaultServer();
  ~FaultServer();
  FaultServer(FaultServer const&) = delete;
  FaultServer& operator=(FaultServer const&) = delete;

  [[nodiscard]] std::string url() const; ///< "http://127.0.0.1:40001"
  /// Sets the acts for the next connection that has none yet. An unexpected connection gets a 500.
  void script(std::vector<Act> acts);
  void answer(int status, std::string_view body, std::vector<std::string> const& headers = {}) {
    script({say(http_answer(status, body, headers))});
  }
  void release();

  [[nodiscard]] std::vector<Received> received();
  /// Waits until this many requests have arrived, or this many connections were closed by the client before
  /// their acts were done; false after 20 s.
  [[nodiscard]] bool wait_for_requests(std::size_t number);
  [[nodiscard]] bool wait_for_hangups(std::size_t number);

private:
  void accept_all();
  void serve(UniqueFd connection);
  std::vector<Act> next_script(Received received);
  /// False if the client is gone or the server is stopping.
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
  /// Used by the accepting thread; joined before what they use is destroyed.
  std::list<std::jthread> connections_;
  std::jthread accepting_;
};

} // namespace artifactd::test
