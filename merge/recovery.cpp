#include "merge/recovery.hpp"

#include "state/settle/leftovers.hpp"

#include <fmt/core.h>

namespace artifactd {

Result<std::vector<std::string>> recover_kg(Session const& session, Place const& place,
                                            KgPolicy const& policy, BufferPool& pool, StaleWatch& watch) {
  if (TRY(has_leftovers(session))) {
    auto recovered = TRY(clear_leftovers(session, place));
    if (!recovered.foreign.empty()) {
      auto mutex = TRY(MutexDir::take(session, watch, policy.lock_stale_after));
      TRY(unite_leftovers(session, place, policy.graph, policy.history, pool, recovered.foreign));
    }
  }
  std::vector<std::string> notices;
  for (auto const& written : TRY(late_writes(session)))
    notices.push_back(fmt::format(
        "graph.foreign: another program wrote into generation {} of {} after it had been replaced; "
        "its version is kept there as {}",
        written.number, place.path, written.name));
  return notices;
}

} // namespace artifactd
