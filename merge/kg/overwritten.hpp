// Detects whether a recent publication was overwritten by a writer that takes no lock, and puts it in again
// from what was recorded when it was published (state/settle/redo). Repeating it changes nothing.
//
// Each publication's base is the version before it, and the newest version is in place; where that chain is
// broken, another program interfered. That program's version is kept if the program held the mutex and took
// it after our last publication: then it had read that publication. Any other writer may have read its
// version up to ten seconds before, so what was published in that time and has a former value now is put in
// again, unless the version shows that its writer had read it (last_read).
#pragma once

#include "merge/kg/kg_work.hpp"
#include "state/settle/redo.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// The wall time at which another tool took the mutex that it held at `at_ns`; std::nullopt if nobody was
/// seen holding it then.
using MutexHeld = std::function<std::optional<std::int64_t>(std::int64_t at_ns)>;

struct Remerged {
  bool overwritten = false;
  bool published = false;       ///< merging once more changed the graph
  bool too_early = false;       ///< the graph was replaced just now: by whom is not known yet
  std::optional<Error> trouble; ///< why it could not be put in now; look again later
  std::vector<std::string> notices;
};

/// Records what it found, so that each overwriting is reported once, by whichever process. `held` may be
/// empty: then nobody is known to hold the mutex. The trouble is Fault::invalid "graph.damaged: …" if
/// something was overwritten and the file in place is not a graph.
Result<Remerged> remerge_overwritten(Session const& session, KgPolicy const& policy, BufferPool& pool,
                                     StaleWatch& watch, MutexHeld const& held = {});

} // namespace artifactd
