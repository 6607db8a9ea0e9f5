#include "daemon/config/web_config.hpp"

#include <charconv>

namespace artifactd {

ReadAddress read_listen_address(std::string_view text) {
  if (text.starts_with('/')) return {.address = {.path = std::string(text)}};
  auto const colon = text.rfind(':');
  if (colon == text.npos) return {.fault = "has to be ADDRESS:PORT or the path of a Unix socket"};
  auto host = text.substr(0, colon);
  auto const port = text.substr(colon + 1);
  std::uint16_t number = 0;
  auto const [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (error != std::errc() || end != port.data() + port.size())
    return {.fault = "has no valid port after its last colon"};
  if (host == "localhost") host = "127.0.0.1";
  if (host == "[::1]") return {.address = {.host = "::1", .port = number}};
  if (host == "127.0.0.1") return {.address = {.host = "127.0.0.1", .port = number}};
  return {
      .fault =
          "may be 127.0.0.1, [::1] or a Unix socket only: tokens would cross the network in clear text; put "
          "a proxy with TLS in front"};
}

} // namespace artifactd
