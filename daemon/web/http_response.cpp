#include "daemon/web/http_response.hpp"

#include "state/json/json_text.hpp"

#include <algorithm>
#include <boost/beast/http/status.hpp>
#include <fmt/core.h>

namespace artifactd::web {

namespace {

constexpr std::string_view safety = "Cross-Origin-Opener-Policy: same-origin\r\n"
                                    "Cross-Origin-Resource-Policy: same-origin\r\n"
                                    "Referrer-Policy: no-referrer\r\n"
                                    "X-Content-Type-Options: nosniff\r\n"
                                    "X-Frame-Options: DENY\r\n";

std::string content_rules(std::string_view caching, std::string_view policy) {
  return fmt::format("Cache-Control: {}\r\nContent-Security-Policy: {}\r\n", caching, policy);
}

bool has_control_character(std::string_view text) noexcept {
  return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

} // namespace

std::string_view status_text(unsigned status) noexcept {
  auto const text = boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(status));
  return {text.data(), text.size()};
}

std::string header_of(HttpResponse const& response, Connection connection) {
  auto bytes =
      fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\n{}{}", response.status, status_text(response.status),
                  response.type, content_rules(response.caching, response.content_policy), safety);
  // A 304 has no content, and a length of it would be that of the 200 (RFC 9110, 8.6).
  if (response.status != 304) bytes += fmt::format("Content-Length: {}\r\n", response.body.size());
  for (auto const& [name, value] : response.headers)
    if (!has_control_character(name) && !has_control_character(value)) // it could begin another header
      bytes += fmt::format("{}: {}\r\n", name, value);
  return bytes + (connection == Connection::close ? "Connection: close\r\n\r\n" : "\r\n");
}

std::string to_bytes(HttpResponse const& response, Connection connection) {
  return header_of(response, connection) + response.body;
}

std::string stream_header() {
  return fmt::format("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Accel-Buffering: no\r\n{}{}"
                     "Connection: close\r\n\r\n",
                     content_rules("no-store", nothing_is_run), safety);
}

HttpResponse problem(unsigned status, std::string_view detail) {
  HttpResponse response{.status = status, .type = "application/problem+json"};
  response.body = compact(Json{{"status", status}, {"detail", detail}});
  if (status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

} // namespace artifactd::web
