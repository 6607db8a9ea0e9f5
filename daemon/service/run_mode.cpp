#include "daemon/service/run_mode.hpp"

#include "agents/child/remote.hpp"
#include "daemon/service/served_socket.hpp"

#include <fmt/core.h>
#include <pwd.h>
#include <unistd.h>

namespace artifactd {

Exit run_one_program(std::string const& peer) {
  if (!stdin_is_connected()) {
    fmt::print(stderr, "artifactd: `artifactd run` serves one connection on its stdin; see "
                       "artifactd-run.socket. `artifactd` alone starts the daemon\n");
    return Exit::usage;
  }
  auto const* account = peer.empty() ? nullptr : ::getpwnam(peer.c_str());
  auto served = serve_run(STDIN_FILENO, account == nullptr ? ::getuid() : account->pw_uid);
  if (served) return Exit::ok;
  fmt::print(stderr, "artifactd: {}\n", served.error().message);
  return exit_for(served.error());
}

} // namespace artifactd
