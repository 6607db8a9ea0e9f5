// The web process as configured ([web]).
#pragma once

#include "state/platform/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct WebConfig {
  enum class Anonymous : std::uint8_t { nothing, read };

  /// "127.0.0.1:8470", "[::1]:8470" or the path of a Unix socket; empty: the daemon starts no web process.
  std::string listen = {};
  /// Where systemd has the core listen for the web process; empty: a socket in the runtime directory.
  std::string socket = {};
  Anonymous anonymous = Anonymous::nothing;
  std::vector<std::string> hosts = {}; ///< further names of this server: those of a proxy in front
  unsigned connections = 512; ///< a person's pages need some six; each takes a descriptor and some KiB
  unsigned streams = 256;
  unsigned strangers = 16; ///< connections without a token, for each source: so that others get in
  std::uint64_t body = std::uint64_t{1} << 20;
  Duration patience =
      std::chrono::seconds(10); ///< for a request to arrive, and for a client that does not read
};

/// A listening address, taken apart.
struct ListenAddress {
  std::string path = {}; ///< of a Unix socket; else:
  std::string host = {}; ///< "127.0.0.1", "::1"
  std::uint16_t port = 0;
};

/// What is wrong with the text, or what it says: only this machine can reach it.
struct ReadAddress {
  ListenAddress address = {};
  std::string fault = {}; ///< empty: none
};
[[nodiscard]] ReadAddress read_listen_address(std::string_view text);

} // namespace artifactd
