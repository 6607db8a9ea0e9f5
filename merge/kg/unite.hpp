// Three-way union of two versions of a graph that grew from the same base, by top-level member: changed on
// one side, that side; changed on both, arrays are united by content and anything else is the foreign one's.
// Used when another writer's version was swapped out, so that nothing either side wrote is lost.
#pragma once

#include "merge/graph_draft.hpp"
#include "state/json/scan.hpp"

#include <string>
#include <string_view>

namespace artifactd {

struct Version {
  std::string_view text;
  json::Document const* document; ///< the scan of `text`, an object
};

/// Where the base is not known any more, pass the empty object: then every member that differs counts as
/// changed on both sides.
[[nodiscard]] std::string unite(Version const& base, Version const& ours, Version const& foreign);

/// Sets in the draft every member of `wanted`, which need not live as long.
void set_members(GraphDraft& draft, Version const& wanted);

} // namespace artifactd
