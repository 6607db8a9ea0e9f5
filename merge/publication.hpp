// What one rewrite of the graph put in place, remembered for a while. A writer that takes no lock reads the
// graph and renames its own version over it some time later; what was published in between is then gone,
// though its signals were answered. Their artifacts are still there, so it is noticed and merged once more.
#pragma once

#include "merge/union.hpp"
#include "state/names.hpp"
#include "state/stamp.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace artifactd {

struct Publication {
  struct Merge {
    Name agent;
    std::size_t inputs;              ///< hash of the artifacts that were merged
    std::vector<std::size_t> former; ///< hashes of what the agent's member was before (empty text: none)
  };
  Stamp version;                            ///< the file that was put in place
  std::optional<Stamp> base;                ///< what it replaced
  std::vector<Merge> merges;                ///< those that changed the graph
  std::shared_ptr<Union const> united = {}; ///< where other writers' versions went in
};

/// For Publication::Merge::former: of the agent's member in the base.
[[nodiscard]] std::size_t member_hash(GraphDraft const& draft, Name const& agent);

} // namespace artifactd
