// Settles `turn` signals: one step of the directory's story is played and written, and
// `turns/<name>.result.json` says what came of it; or the signal is refused with what was wrong, and the
// story is where it was. Models are asked without the session's claim; it is held to write alone.
#pragma once

#include "agents/turn/play.hpp"
#include "agents/turn/store/shared_store.hpp"
#include "agents/turn/turn_kind.hpp"
#include "agents/turn/turn_policy.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// What it is done with; both outlive the work.
struct TurnTools {
  turn::TurnPolicy const& policy;
  turn::SharedStore& store;
  int stopping = -1; ///< readable once the process is to end: no model is asked any more
  /// What happens in a turn, as it happens; from any thread. May be empty.
  std::function<void(Session const&, SignalName const&, turn::Progress const&)> tell = {};
  /// A change was committed and could not be mirrored, with the reason; it is mirrored with the next one.
  std::function<void(Session const&, std::string const& why)> not_mirrored = {};
};

[[nodiscard]] KindOfWork turn_work(TurnTools tools);

} // namespace artifactd
