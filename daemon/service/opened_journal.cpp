#include "daemon/service/opened_journal.hpp"

#include "daemon/process/log.hpp"
#include "daemon/service/status_report.hpp"
#include "daemon/status/short_disk.hpp"

#include <utility>

namespace artifactd {

namespace {

/// Each attempt takes a second.
Result<Journal> open_when_free(Config const& config, IfHeld if_held) {
  for (bool told = false;;) {
    auto journal = Journal::open(config.journal_path(), {.rows = config.journal.rows});
    auto const held = !journal && journal.error().fault == Fault::busy;
    if (!held || if_held == IfHeld::give_up) return journal;
    if (!std::exchange(told, true))
      log_event(LogLevel::warning, "waiting", {{"reason", journal.error().message}});
  }
}

} // namespace

Result<Journal> open_journal(Config const& config, IfHeld if_held) {
  auto journal = open_when_free(config, if_held);
  if (!journal) {
    auto const remedy = disk_remedy(journal.error().message, config.state_dir);
    if (remedy) journal.error().message += remedy->clause();
    return journal;
  }
  if (journal->damaged())
    log_event(LogLevel::error, "journal", {{"reason", journal_was_damaged}, {"kept", *journal->damaged()}});
  return journal;
}

} // namespace artifactd
