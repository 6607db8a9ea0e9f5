#include "daemon/service/web_mode.hpp"

#include "daemon/process/control_socket.hpp"
#include "daemon/process/log.hpp"
#include "daemon/process/signals.hpp"
#include "daemon/service/served_socket.hpp"
#include "daemon/web/http_server.hpp"

#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <optional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr int backlog = 512; ///< connections that come while others are accepted

/// What is listened on, for as long as the process runs.
struct Listening {
  UniqueFd own = {};                       ///< a TCP socket
  std::optional<ControlSocket> local = {}; ///< with its file
  int descriptor = -1;
  std::string shown = {};
};

Result<UniqueFd> bound(int family, sockaddr const* address, socklen_t size, std::string const& shown) {
  UniqueFd made(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!made) return fail(errno_error("socket", shown));
  int const yes = 1;
  ::setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (::bind(made.get(), address, size) < 0) return fail(errno_error("bind", shown));
  if (::listen(made.get(), backlog) < 0) return fail(errno_error("listen", shown));
  return made;
}

Result<UniqueFd> tcp_socket(ListenAddress const& address, std::string const& shown) {
  if (address.host.contains(':')) {
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(address.port);
    ::inet_pton(AF_INET6, address.host.c_str(), &six.sin6_addr);
    return bound(AF_INET6, reinterpret_cast<sockaddr const*>(&six), sizeof six, shown);
  }
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(address.port);
  ::inet_pton(AF_INET, address.host.c_str(), &four.sin_addr);
  return bound(AF_INET, reinterpret_cast<sockaddr const*>(&four), sizeof four, shown);
}

Result<Listening> listen_as(std::string const& configured) {
  if (stdin_listens()) return Listening{.descriptor = STDIN_FILENO, .shown = "stdin"};
  if (configured.empty())
    return fail(Fault::invalid,
                "set [web] listen, or give a listening socket on stdin; see artifactd-web.socket");
  auto const address = read_listen_address(configured).address;
  Listening listening{.shown = configured};
  if (address.path.empty()) {
    listening.own = TRY(tcp_socket(address, configured));
    listening.descriptor = listening.own.get();
  } else {
    listening.local.emplace(TRY(ControlSocket::open(address.path)));
    listening.descriptor = listening.local->fd();
  }
  return listening;
}

/// Each connection takes one, and some take one more to the core.
void allow_descriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) < 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace

Exit run_web_service(DaemonOptions const& options) {
  ::prctl(PR_SET_DUMPABLE, 0); // no core dump holds tokens
  auto const config = load_config(options.source);
  if (!config) {
    for (auto const& error : config.error())
      log_event(LogLevel::error, "configuration", {{"reason", render(error)}});
    return Exit::configuration;
  }
  open_log({.format = options.log_format.value_or(config->log.format),
            .level = options.log_level.value_or(config->log.level)});
  allow_descriptors();
  auto const listening = listen_as(config->web.listen);
  if (!listening) return no_service("no web", listening.error());
  block_signals();
  auto const loop = Loop::open();
  if (!loop) return no_service("no web", loop.error());
  web::HttpServer const server(**loop, listening->descriptor,
                               options.core.empty() ? config->web_path() : options.core, config->web);
  // The socket and its limits stay as they are for the life of the process.
  ProcessSignals const signals(**loop, [&](int signal) {
    if (signal != SIGHUP) (*loop)->stop();
  });
  log_event(LogLevel::info, "web ready",
            {{"listen", listening->shown}, {"host", server.names().empty() ? "" : server.names().front()}});
  (*loop)->run();
  log_event(LogLevel::info, "stopped");
  return Exit::ok;
}

} // namespace artifactd
