// An answer as bytes, with the headers that every answer has: nothing is cached, framed, sniffed or run,
// unless an answer says otherwise.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace artifactd::web {

inline constexpr std::string_view nothing_is_run =
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

struct HttpResponse {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers =
      {}; ///< further ones; one with a control character is left out
  std::string_view caching = "no-store";
  std::string_view content_policy = nothing_is_run;
  bool last = false; ///< the connection ends after it
};

enum class Connection : bool { close, keep };

/// The answer without its body: what a HEAD gets.
[[nodiscard]] std::string header_of(HttpResponse const& response, Connection connection);

/// The whole answer.
[[nodiscard]] std::string to_bytes(HttpResponse const& response, Connection connection);

/// The header of a stream of server-sent events, which goes on until the connection ends.
[[nodiscard]] std::string stream_header();

/// What a client gets instead of what it asked for (RFC 9457).
[[nodiscard]] HttpResponse problem(unsigned status, std::string_view detail);

/// "Not Found"
[[nodiscard]] std::string_view status_text(unsigned status) noexcept;

} // namespace artifactd::web
