// Finds out whether something published lately was overwritten by a writer that takes no lock, and puts it in
// once more, from what was recorded when it was published (state/settle/redo). Doing it again changes
// nothing.
//
// Each publication's base is the version before it, and the newest version stands; where that chain is broken
// another program came between. What it put in place stands if it held the mutex and took it after our last
// publication: then it had read that one. Every other writer may have read its version up to ten seconds
// before, so what was published in that time and is at a former value now is put in again.
#pragma once

#include "merge/kg/kg_work.hpp"
#include "state/settle/redo.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// The wall time at which another tool took the mutex that it held at `at_ns`; nothing when nobody was seen
/// to hold it then.
using MutexHeld = std::function<std::optional<std::int64_t>(std::int64_t at_ns)>;

struct Remerged {
  bool overwritten = false;
  bool published = false;       ///< merging once more changed the graph
  bool too_early = false;       ///< the graph was replaced this moment: who did it is not known yet
  std::optional<Error> trouble; ///< why it could not be put in now; to be looked at again
  std::vector<std::string> notices;
};

/// Records what it found, so that each overwriting is told once, by whatever process. `held` may be empty:
/// then nobody is known to hold the mutex. The trouble is Fault::invalid "graph.damaged: …" when something
/// was overwritten and what stands there is no graph.
Result<Remerged> remerge_overwritten(Session const& session, KgPolicy const& policy, BufferPool& pool,
                                     StaleWatch& watch, MutexHeld const& held = {});

} // namespace artifactd
