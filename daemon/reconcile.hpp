// Brings one session in order: whatever its directory says is to be done is done, and done again it changes
// nothing. The one path for start, events, overflow, reload, the audit timer and the command line.
#pragma once

#include "daemon/dispatch.hpp"
#include "state/settle/settler.hpp"
#include "watchers/scan.hpp"

#include <functional>
#include <span>
#include <vector>

namespace artifactd {

/// What a run did.
struct Reconciled {
  RunResult result;
  std::vector<SignalEnd> signals; ///< how each signal met on the way ended
  std::vector<std::string> notices;
  std::vector<SignalName> refused; ///< that stand as `.error`, some perhaps twice
  std::vector<OddFile> odd;        ///< named like signals but none: ignored
};

/// In the order in which kinds are settled: what one commits the next may need. Signals of a kind without one
/// are left alone; of slow ones RunResult says that there are some.
using Settlers = std::span<Settler* const>;

/// Told what stands in the session and which of it is about to be settled, before that begins.
using Looked = std::function<void(SessionSigns const& signs, std::vector<Sighting> const& ready)>;

/// Every pending signal, or only those of one agent. `looked` may be empty.
Result<Reconciled> reconcile(Session const& session, Hints const& hints, Kinds const& kinds,
                             Settlers settlers, std::optional<Name> const& only = std::nullopt,
                             Looked const& looked = {});

} // namespace artifactd
