// One HTTP POST. It ends: with the whole answer, whatever its status, or with the word for what went wrong;
// half an answer is no answer. Each call has a connection of its own, which is closed on return. TLS is
// verified, redirects are not followed, nothing but http and https is spoken (HTTP/1.1, not compressed),
// neither the environment nor a netrc file has a say. Threads may call it at once.
#pragma once

#include "agents/model/endpoint.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::model {

struct HttpCall {
  std::string url = {};
  std::vector<std::string> headers = {}; ///< "name: value"
  std::string_view body = {};            ///< borrowed
  Timeouts timeouts = {};
  std::size_t most_bytes = 0; ///< of the answer's body
  std::string proxy = {};     ///< empty: none
  std::string ca_file = {};   ///< empty: the system's
  Moment deadline = {};
  int cancel = -1; ///< borrowed; once it is readable the connection is closed
};

/// The headers anybody asks for, each as sent (cut at 256 bytes) or empty. Hostile text.
struct HttpHeaders {
  std::string retry_after_ms = {};
  std::string retry_after = {};
  std::string should_retry = {}; ///< x-should-retry
  std::string request_id = {};   ///< request-id or x-request-id
};

struct HttpAnswer {
  int status = 0;
  HttpHeaders headers = {};
  std::string body = {};
};

enum class HttpTrouble : std::uint8_t {
  transport, ///< no connection, or none that lasted until the end of the answer
  timeout,   ///< one of the four
  deadline,  ///< the caller's
  too_large, ///< more than `most_bytes`, or headers beyond measure
  cancelled,
};

struct HttpFailure {
  HttpTrouble what = HttpTrouble::transport;
  std::string message = {};    ///< "timeout: no first byte within 30.0 s"; one line, nothing of what was sent
  int status = 0;              ///< 0: none came
  std::string request_id = {}; ///< as in HttpHeaders
  bool sent = false;           ///< the request may have reached the other side
};

/// Blocks. Never throws for what the other side does.
[[nodiscard]] std::expected<HttpAnswer, HttpFailure> post(HttpCall const& call);

} // namespace artifactd::model
