// The web process: who may connect, what it answers itself, and what the core answers. Everything is bounded;
// what exceeds a limit is turned away without disturbing others.
#pragma once

#include "daemon/config/web_config.hpp"
#include "daemon/web/core_questions.hpp"
#include "daemon/web/event_feed.hpp"
#include "daemon/web/http_connection.hpp"
#include "daemon/web/same_origin.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace artifactd::web {

class HttpServer {
public:
  /// `listening` is borrowed; `core` is the path of the core's socket.
  HttpServer(Loop& loop, int listening, std::string core, WebConfig config);
  HttpServer(HttpServer const&) = delete;
  HttpServer& operator=(HttpServer const&) = delete;

  [[nodiscard]] HostNames const& names() const noexcept { return names_; }

private:
  using Id = std::uint64_t;
  struct Client {
    std::string source;     ///< its address, without the port
    bool known = false;     ///< a valid token came by this connection
    std::string token = {}; ///< of its stream
    std::optional<CoreQuestions::Id> question = {};
    std::optional<EventFeed::Id> stream = {};
    std::unique_ptr<HttpConnection> connection = {};
  };

  void accept_clients();
  void admit(UniqueFd connection, std::string source);
  void asked(Id id, HttpRequest request);
  void answered(Id id, std::string const& last_event, std::string const& token, CoreAnswer answer);
  void open_stream(Client& client, StreamGrant grant, std::string const& last_event);
  void know(Client& client);
  void over(Id id);
  void check_tokens();
  void cut_revoked(std::string const& line);
  [[nodiscard]] std::size_t streams() const;

  Loop& loop_;
  int listening_;
  std::string core_;
  WebConfig config_;
  HostNames names_;
  CoreQuestions questions_;
  EventFeed feed_;
  std::map<Id, Client> clients_;
  std::map<std::string, std::size_t> unknown_; ///< connections without a token, by source
  Id next_ = 1;
  std::unique_ptr<CoreLine> tokens_ = {}; ///< being checked
  Loop::Timer accept_again_, check_;
  std::optional<Loop::Watch> accepting_;
};

} // namespace artifactd::web
