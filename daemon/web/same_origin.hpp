// Which requests come from pages of ours or from no page at all. A page of another origin may make a browser
// send requests here (CSRF), or have its own name resolve to this address (DNS rebinding); both show in
// headers that pages cannot set.
#pragma once

#include "daemon/web/http_request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::web {

/// The names under which this server is reached: "127.0.0.1:8470", "artifactd.example.org".
using HostNames = std::vector<std::string>;

/// Those of a listening socket, with its port; for a Unix socket only "localhost". And those that a person
/// configured, of a proxy in front.
[[nodiscard]] HostNames host_names(int listening, std::vector<std::string> const& configured);

/// Why the request is refused; std::nullopt if it may be answered.
[[nodiscard]] std::optional<HttpFault> foreign(HttpRequest const& request, HostNames const& ours);

} // namespace artifactd::web
