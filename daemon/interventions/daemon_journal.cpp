#include "daemon/interventions/daemon_journal.hpp"

#include "daemon/control/control_client.hpp"

#include <unistd.h>

namespace artifactd {

std::optional<Journal> try_journal(Config const& config) {
  // Never created here: a journal belongs to the daemon's user.
  if (::access(config.journal_path().c_str(), R_OK | W_OK) != 0) return std::nullopt;
  auto journal =
      Journal::open(config.journal_path(), {.rows = config.journal.rows, .check = Journal::Check::glance});
  if (!journal) return std::nullopt;
  return *std::move(journal);
}

void ask_to_look(Config const& config, SessionKey const& session) {
  constexpr auto patience = std::chrono::milliseconds(250);
  std::ignore = ControlClient::ask(config.control_path(), {"look", full_path(session)}, patience);
}

} // namespace artifactd
