// Brings one session in order: whatever its directory says is to be done is done, and done again it changes
// nothing. The one path for start, events, overflow, reload, the audit timer and the command line.
#pragma once

#include "daemon/dispatch.hpp"
#include "state/settle/kind_of_work.hpp"
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
  std::optional<Duration> again_in; ///< what SettleReport::again_in said
  std::vector<SignalName> refused;  ///< that stand as `.error`, some perhaps twice
  std::vector<OddFile> odd;         ///< named like signals but none: ignored
};

/// What a run works with. Signals of kinds that are not among `works` are left alone; of slow ones RunResult
/// says that there are some.
struct Serving {
  Kinds const& kinds;
  std::span<KindOfWork const> works; ///< in the order in which they are settled
  RefusalPolicy const& refusal;
};

/// Told what stands in the session and which of it is about to be settled, before that begins.
using Looked = std::function<void(SessionSigns const& signs, std::vector<Sighting> const& ready)>;

/// Every pending signal, or only those of one agent. `looked` may be empty.
Result<Reconciled> reconcile(Session const& session, Hints const& hints, Serving const& serving,
                             std::optional<Name> const& only = std::nullopt, Looked const& looked = {});

} // namespace artifactd
