#include "daemon/web/same_origin.hpp"

#include "daemon/web/page_file.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace artifactd::web {

namespace {

/// `low` is in lower case.
bool is_in_any_case(std::string_view text, std::string_view low) {
  return std::ranges::equal(text, low, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

bool is_ours(std::string_view host, HostNames const& ours) {
  return std::ranges::any_of(ours, [&](std::string const& name) { return is_in_any_case(host, name); });
}

/// "https://name" and "http://name", without a path.
bool is_own_origin(std::string_view origin, HostNames const& ours) {
  for (std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) return is_ours(origin.substr(scheme.size()), ours);
  return false;
}

} // namespace

HostNames host_names(int listening, std::vector<std::string> const& configured) {
  HostNames names = configured;
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size) < 0) return names;
  if (address.ss_family == AF_UNIX) {
    names.emplace_back("localhost");
    return names;
  }
  auto const port = ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&address)->sin6_port
                                                        : reinterpret_cast<sockaddr_in*>(&address)->sin_port);
  for (auto const* host : {"127.0.0.1", "localhost", "[::1]"}) {
    names.push_back(fmt::format("{}:{}", host, port));
    if (port == 80) names.emplace_back(host);
  }
  return names;
}

std::optional<HttpFault> foreign(HttpRequest const& request, HostNames const& ours) {
  if (!is_ours(request.header("host"), ours))
    return HttpFault{421, "this server is not known by that name; [web] hosts lists further names"};
  if (request.headers.contains("origin") && !is_own_origin(request.header("origin"), ours))
    return HttpFault{403, "a page of another origin may not ask this server"};
  auto const site = request.header("sec-fetch-site");
  if ((site == "cross-site" || site == "same-site") && !opens_page(request))
    return HttpFault{403, "a page of another site may not ask this server"};
  if (request.method == "POST") {
    auto const type = request.header("content-type");
    if (!is_in_any_case(std::string_view(type).substr(0, type.find(';')), "application/json"))
      return HttpFault{415, "the body of a POST has to be application/json"};
  }
  return std::nullopt;
}

} // namespace artifactd::web
