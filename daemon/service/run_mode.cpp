#include "daemon/service/run_mode.hpp"

#include "agents/child/remote.hpp"

#include <fmt/core.h>
#include <pwd.h>
#include <unistd.h>

namespace artifactd {

Exit run_one_program(std::string const& peer) {
  auto const* account = peer.empty() ? nullptr : ::getpwnam(peer.c_str());
  auto served = serve_run(STDIN_FILENO, account == nullptr ? ::getuid() : account->pw_uid);
  if (served) return Exit::ok;
  fmt::print(stderr, "artifactd: {}\n", served.error().message);
  return exit_for(served.error());
}

} // namespace artifactd
