// Brings one session in order: whatever its directory says is to be done is done, and done again it changes
// nothing. The one path for start, events, overflow, reload, the audit timer and the command line.
#pragma once

#include "daemon/dispatch.hpp"
#include "merge/kg_settler.hpp"
#include "watchers/scan.hpp"

#include <vector>

namespace artifactd {

/// What a run may use, and what outlives it.
struct Reconciled {
  RunResult result;
  std::vector<SignalEnd> signals; ///< how each signal met on the way ended
  std::vector<std::string> notices;
  std::vector<Publication> published;
  std::vector<OddFile> odd; ///< named like signals but none: ignored
};

/// Every pending signal, or only those of one agent.
Result<Reconciled> reconcile(Session const& session, Hints const& hints, SettlingKit const& kit,
                             std::optional<Name> const& only = std::nullopt);

} // namespace artifactd
