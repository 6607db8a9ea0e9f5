// One connection of a client, on the loop's thread: requests in, answers out, in order, one at a time. It
// never waits, and ends itself when the client takes too long or sends nonsense. What requests mean is
// HttpServer's business, except for HEAD: it is asked as GET, and answered with the header alone.
#pragma once

#include "daemon/process/loop.hpp"
#include "daemon/web/http_response.hpp"
#include "daemon/web/request_reader.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace artifactd::web {

struct HttpPatience {
  Duration request = std::chrono::seconds(10); ///< for a whole request, and for a client that does not read
  Duration idle = std::chrono::seconds(60);    ///< between two requests, and for a whole answer
};

class HttpConnection {
public:
  struct Events {
    std::function<void(HttpRequest)> asked; ///< answer() or begin_stream() has to follow, now or later
    std::function<void()> over;             ///< called once, and last: destroy the connection
  };

  HttpConnection(Loop& loop, UniqueFd connection, HttpLimits limits, HttpPatience patience, Events events);
  HttpConnection(HttpConnection const&) = delete;
  HttpConnection& operator=(HttpConnection const&) = delete;
  ~HttpConnection();

  /// To the request that asked() got.
  void answer(HttpResponse const& response);
  /// The answer is a stream; push() adds to it.
  void begin_stream();
  void push(std::string_view bytes);
  /// Ends once everything is sent.
  void close();
  /// Answers with this, whatever was asked, and ends.
  void turn_away(HttpResponse const& response);

private:
  enum class State : std::uint8_t { reading, waiting, streaming, closing, draining, over };

  void ready();
  bool receive();
  bool flush();
  void read_requests();
  void settle();
  void lapsed();
  void add(HttpResponse const& response, Connection connection);
  void end();

  UniqueFd connection_;
  HttpPatience patience_;
  Events events_;
  RequestReader reader_;
  State state_ = State::reading;
  std::string output_ = {};
  bool keep_ = true;                                           ///< after the answer to the present request
  bool head_ = false;                                          ///< the present request is a HEAD
  bool ended_ = false;                                         ///< the client will send nothing more
  bool settling_ = false;                                      ///< settle() is running
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true); ///< false once this object is gone
  Loop::Timer timer_;
  Loop::Watch watch_;
};

} // namespace artifactd::web
