#include "daemon/queries/journal_cure.hpp"

#include "daemon/queries/seen_daemon.hpp"
#include "daemon/status/short_disk.hpp"
#include "state/platform/identity.hpp"
#include "state/platform/stamp.hpp"
#include "state/vocabulary/names.hpp"

#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// The write-ahead file must not be applied to the next journal.
std::string moving_aside(std::string const& path) {
  auto command = service_command("stop");
  for (std::string_view const ending : {"", "-wal", "-shm"})
    if (answer_as_self([&] { return stamp_at(AT_FDCWD, fmt::format("{}{}", path, ending)); }))
      command += fmt::format(" && mv -- {} {}", shell_quoted(fmt::format("{}{}", path, ending)),
                             shell_quoted(fmt::format("{}.aside{}", path, ending)));
  return fmt::format("{} && {}", command, service_command("start"));
}

} // namespace

std::string cure_of_journal(Config const& config, Error const& error) {
  if (auto remedy = disk_remedy(error.message, config.state_dir)) return std::move(remedy->command);
  if (error.fault == Fault::unsupported) return moving_aside(config.journal_path());
  return service_command("restart") + "  # begins another journal; a damaged one is renamed";
}

Error of_journal(Error error) {
  if (error.fault == Fault::invalid || error.fault == Fault::unsafe) error.fault = Fault::io;
  return error;
}

} // namespace artifactd
