// Which publications the writer of a version had read. Each was put in place as a whole: a version that holds
// something that came into the graph with one of them was made from that one or a later one, whatever lock
// its writer held. What it lacks of them, the writer took out on purpose.
#pragma once

#include "merge/graph/graph_draft.hpp"
#include "state/settle/redo.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace artifactd {

/// Those of `lost`, oldest first, that the writer of the version in `theirs` may not have read. Publications
/// with a number below `shown_from` prove nothing: what followed them was not made from them.
[[nodiscard]] std::vector<Redo const*>
perhaps_unread(GraphDraft const& theirs, std::span<Redo const* const> lost, std::uint64_t shown_from);

} // namespace artifactd
