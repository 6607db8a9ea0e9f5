#include "daemon/commands/settle.hpp"

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

} // namespace artifactd
