// A union with another writer's version. Before it, our own version stood there for a moment; whoever read
// that one and renames his over the union, without a lock, takes away what the other had written. Both stay
// readable here, so that it can be brought back.
#pragma once

#include "merge/graph_draft.hpp"
#include "state/fd.hpp"

namespace artifactd {

struct Union {
  UniqueFd ours;   ///< what stood there for a moment
  UniqueFd united; ///< what replaced it
};

/// Sets in the draft what the union had and our own version did not. Files that another program wrote into
/// meanwhile and that are no graphs any more change nothing.
Result<void> reunite(GraphDraft& draft, Union const& lost, std::uint64_t limit, unsigned depth);

} // namespace artifactd
