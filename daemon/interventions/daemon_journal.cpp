#include "daemon/interventions/daemon_journal.hpp"

#include "daemon/control/control_client.hpp"

#include <unistd.h>

namespace artifactd {

Result<Journal> try_journal(Config const& config) {
  auto const path = config.journal_path();
  if (::access(path.c_str(), R_OK | W_OK) != 0) return fail(errno_error("open", path));
  return Journal::open(path, {.rows = config.journal.rows, .check = Journal::Check::glance});
}

void ask_to_look(Config const& config, SessionKey const& session) {
  constexpr auto patience = std::chrono::milliseconds(250);
  std::ignore = ControlClient::ask(config.control_path(), {"look", full_path(session)}, patience);
}

} // namespace artifactd
