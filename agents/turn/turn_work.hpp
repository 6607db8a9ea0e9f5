// Settles `turn` signals: plays and writes one step of the directory's story, and reports the outcome in
// `turns/<name>.result.json`; or refuses the signal with findings and leaves the story unchanged. Models are
// asked without the session's claim; it is held only for writing.
#pragma once

#include "agents/turn/play.hpp"
#include "agents/turn/store/shared_store.hpp"
#include "agents/turn/turn_kind.hpp"
#include "agents/turn/turn_policy.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// What turn_work() uses; both references outlive the work.
struct TurnTools {
  turn::TurnPolicy const& policy;
  turn::SharedStore& store;
  int stopping = -1; ///< readable once the process is to end: no more model calls are made
  /// Reports what happens in a turn, as it happens; called from any thread. May be empty.
  std::function<void(Session const&, SignalName const&, turn::Progress const&)> tell = {};
  /// A change was committed but could not be mirrored, and why; it is mirrored with the next one.
  std::function<void(Session const&, std::string const& why)> not_mirrored = {};
};

[[nodiscard]] KindOfWork turn_work(TurnTools tools);

} // namespace artifactd
