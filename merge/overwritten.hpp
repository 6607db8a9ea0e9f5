// Finds out whether something published lately was overwritten by a writer that takes no lock, and merges its
// agents once more from the artifacts that were judged then. Merging repeats without effect, so a false alarm
// changes nothing.
#pragma once

#include "merge/kg_settler.hpp"

#include <span>

namespace artifactd {

struct Remerged {
  bool overwritten = false;
  bool left_to_person =
      false; ///< somebody rolled back or restored meanwhile: what stands now is their choice
  std::optional<Publication> publication; ///< of merging once more, if that changed the graph
  std::vector<std::string> notices;
};

/// `recent` is what this process published in the session, oldest first. A version that was replaced in the
/// proper way is among the generations; one that is nowhere was overwritten. Agents whose artifacts are not
/// those merged then, or whose signal is pending, are left to their next settling. After a rollback or
/// restore nothing is merged again, only told: a former value may be what the person chose.
Result<Remerged> remerge_overwritten(Session const& session, std::span<Publication const> recent,
                                     KgPolicy const& policy, BufferPool& pool, StaleWatch& watch);

} // namespace artifactd
