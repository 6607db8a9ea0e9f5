// Brings one session in order: does everything its directory asks for; a second run changes nothing. The one
// path for start, events, overflow, reload, the audit timer and the command line.
#pragma once

#include "daemon/settling/dispatch.hpp"
#include "state/settle/settle_work.hpp"
#include "watchers/scan.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace artifactd {

/// What a run did.
struct Reconciled {
  RunResult result;
  std::vector<SignalEnd> signals; ///< the outcome of each signal it met
  std::vector<std::string> notices;
  std::optional<Duration> again_in; ///< what SettleReport::again_in said
  std::vector<SignalName> refused;  ///< present as `.error`; may contain duplicates
  std::vector<OddFile> odd;         ///< named like signals, but invalid: ignored
};

/// What a run works with. Leaves signals of kinds not in `works` alone; RunResult says whether there are slow
/// ones.
struct Serving {
  Kinds const& kinds;
  std::span<KindOfWork const> works; ///< in the order of settling
  RefusalPolicy const& refusal;
  BatchSettled batch_settled = {};
};

/// Called before settling begins, with what the session holds and which of it is about to be settled.
using Looked = std::function<void(SessionSigns const& signs, std::vector<Sighting> const& ready)>;

/// What is settled: every pending signal and document, or only the signals of one name, or of these one kind.
struct WantedSignals {
  std::optional<Name> name = {};
  std::optional<Kind> kind = {};

  [[nodiscard]] bool includes(SignalName const& signal) const {
    return (!name || signal.name == *name) && (!kind || signal.kind == *kind);
  }
};

/// `looked` may be empty.
Result<Reconciled> reconcile(Session const& session, Hints const& hints, Serving const& serving,
                             WantedSignals const& wanted = {}, Looked const& looked = {});

} // namespace artifactd
