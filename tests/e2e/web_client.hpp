// A client of the HTTP API that can also misbehave: it sends exactly the bytes it is given, and reads what
// comes.
#pragma once

#include "tests/e2e/eventually.hpp"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace artifactd::test {

struct HttpAnswer {
  int status = 0;                                  ///< 0: the connection ended without an answer
  std::map<std::string, std::string> headers = {}; ///< by lower-case name
  std::string body = {};

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
};

class HttpConnection {
public:
  /// What is wrong with an answer to this request; empty: nothing.
  using Check = std::function<std::string(std::string const& method, std::string const& path,
                                          HttpAnswer const& answer)>;
  /// Every answer that any connection reads is checked with this; empty: none is.
  static void check_with(Check check);

  /// To 127.0.0.1.
  explicit HttpConnection(unsigned port);
  ~HttpConnection();
  HttpConnection(HttpConnection const&) = delete;
  HttpConnection& operator=(HttpConnection const&) = delete;

  [[nodiscard]] bool connected() const noexcept { return fd_ >= 0; }
  /// False if the server has hung up.
  bool send(std::string_view bytes) const;
  /// The client sends nothing more.
  void finish() const;
  /// The next answer with a Content-Length.
  [[nodiscard]] HttpAnswer answer();
  /// The header of a stream.
  [[nodiscard]] HttpAnswer header();
  /// The next server-sent event: its text up to the empty line; empty if the stream ends, or nothing comes in
  /// time.
  [[nodiscard]] std::string event();
  /// Whether the server ends the connection.
  [[nodiscard]] bool ends();

private:
  bool read_more();
  void check(HttpAnswer const& answer) const;

  int fd_ = -1;
  mutable std::string sent_; ///< requests that were not answered yet
  std::string read_;
};

} // namespace artifactd::test
