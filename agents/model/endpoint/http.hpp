// One HTTP POST. It always ends: with the complete answer, whatever its status, or with the reason for
// failing; a partial answer is a failure. Each call has its own connection, which is closed on return. TLS is
// verified, redirects are not followed, only http and https are allowed (HTTP/1.1, not compressed), and the
// environment and netrc files are ignored. Thread-safe.
#pragma once

#include "agents/model/endpoint/endpoint.hpp"

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
  std::size_t most_bytes = 0; ///< in the answer's body
  std::string proxy = {};     ///< empty: none
  std::string ca_file = {};   ///< empty: the system's
  Moment deadline = {};
  int cancel = -1; ///< borrowed; the connection is closed when it becomes readable
};

/// The headers callers need, each as received (cut at 256 bytes) or empty. Hostile text.
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
  transport, ///< no connection, or it broke before the end of the answer
  timeout,   ///< one of the four in Timeouts
  deadline,  ///< the caller's
  too_large, ///< more than `most_bytes`, or oversized headers
  cancelled,
};

struct HttpFailure {
  HttpTrouble what = HttpTrouble::transport;
  std::string message = {};    ///< "timeout: no first byte within 30.0 s"; one line, nothing of what was sent
  int status = 0;              ///< 0: none arrived
  std::string request_id = {}; ///< as in HttpHeaders
  bool sent = false;           ///< the request may have reached the other side
};

/// Blocks. Never throws because of the other side.
[[nodiscard]] std::expected<HttpAnswer, HttpFailure> post(HttpCall const& call);

} // namespace artifactd::model
