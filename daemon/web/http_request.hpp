// A request as the web process understands it: strictly read, decoded once, bounded. What is ambiguous, so
// that a proxy might understand it differently, is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::web {

struct HttpRequest {
  std::string method;
  std::vector<std::string> path;                      ///< decoded segments: {"api", "v1", "roots"}
  std::map<std::string, std::string> parameters = {}; ///< of the query, decoded
  std::map<std::string, std::string> headers = {};    ///< by lower-case name; no name twice
  std::string body = {};
  bool keep_alive = true;

  /// Empty if there is no such header.
  [[nodiscard]] std::string header(std::string const& name) const;
  /// Of "Authorization: Bearer …"; empty without it.
  [[nodiscard]] std::string bearer_token() const;
  /// The path as it is compared and shown: "/api/v1/roots".
  [[nodiscard]] std::string shown_path() const;
};

/// What is wrong with a request; after it the connection is closed.
struct HttpFault {
  unsigned status;
  std::string reason;
};

/// The segments and parameters of a request target in origin form.
struct HttpTarget {
  std::vector<std::string> path;
  std::map<std::string, std::string> parameters = {};
};
[[nodiscard]] std::expected<HttpTarget, HttpFault> parse_target(std::string_view target);

struct HttpLimits {
  std::size_t target = 8192;                  ///< the longest path, escaped, and parameters
  std::size_t header = std::size_t{16} << 10; ///< a browser sends some 2 KiB
  std::size_t body = std::size_t{1} << 20;
};

} // namespace artifactd::web
