#include "daemon/queries/checkup.hpp"
#include "daemon/queries/seen_daemon.hpp"
#include "daemon/status/short_disk.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <map>
#include <utility>

namespace artifactd {

namespace {

using Weight = Diagnosed::Weight;

/// Signals that wait for the same thing.
struct Waiters {
  std::string first = {};
  std::size_t count = 0;
  std::string cure = {};
};

std::string waiting_text(Waiters const& waiters, std::string const& reason) {
  auto const many = waiters.count > 1;
  return fmt::format("{}{} {}: {}", many ? how_many(waiters.count, "signal") + ", such as " : "",
                     printable(waiters.first), many ? "wait" : "waits", printable(reason));
}

} // namespace

void check_waiting(Config const& config, Board const& board, Checkup& checkup) {
  std::map<std::pair<std::string, std::string>, Waiters> all; // by where to act, and why
  for (auto const& row : board.stuck) {
    auto const of_state = row.reason.contains(config.state_dir + "/");
    auto const& directory = of_state ? config.state_dir : row.session;
    auto const remedy = disk_remedy(row.reason, directory);
    auto const found_elsewhere = row.reason.starts_with("graph.damaged:") || row.signal.empty();
    if (!remedy && (!row.lasting || found_elsewhere)) continue;
    auto& waiters = all[{directory, row.reason}];
    if (waiters.count++ > 0) continue;
    waiters.first = row.signal.empty() ? row.session : row.session + "/" + row.signal;
    waiters.cure = remedy ? remedy->command : "artifactctl explain " + shell_quoted(waiters.first);
  }
  for (auto const& [place, waiters] : all)
    checkup.push_back({Weight::problem, place.first, waiting_text(waiters, place.second), waiters.cure});
}

void check_room(std::string const& directory, Checkup& checkup) {
  if (auto const shortage = shortage_on_disk(directory))
    checkup.push_back({Weight::problem, directory, *shortage, "df -h -- " + shell_quoted(directory)});
}

} // namespace artifactd
