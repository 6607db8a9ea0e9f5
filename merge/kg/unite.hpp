// Three-way union of two versions of a graph with the same base, by top-level member: if one side changed it,
// that side counts; if both did, arrays are united by content and for anything else the foreign value counts.
// Used when another writer's version was swapped out, so that nothing either side wrote is lost.
#pragma once

#include "merge/graph/graph_draft.hpp"
#include "state/json/scan.hpp"

#include <string>
#include <string_view>

namespace artifactd {

struct Version {
  std::string_view text;
  json::Document const* document; ///< the scan of `text`, an object
};

/// If the base is no longer known, pass the empty object: then every member that differs counts as changed on
/// both sides.
[[nodiscard]] std::string unite(Version const& base, Version const& ours, Version const& foreign);

/// Sets every member of `wanted` in the draft; `wanted` need not outlive the call.
void set_members(GraphDraft& draft, Version const& wanted);

} // namespace artifactd
