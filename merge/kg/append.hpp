// The `append` strategy: canonical arrays of an agent's artifacts are appended to the graph's arrays of the
// same name, each entry once. An id identifies its entry; the same id with other content is refused, never
// overwritten. Repeating an append changes nothing.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/graph/graph_draft.hpp"

#include <optional>
#include <vector>

namespace artifactd {

/// Appends to `draft`; if there are findings, the caller undoes the draft. Fault::invalid if the graph itself
/// has the wrong shape (its `entities` is no array): the operator has to repair it.
Result<std::vector<Finding>> append_artifacts(GraphDraft& draft, ArtifactSet const& set);

/// Adds the entries of `array`, an accepted array, that the draft's member of that name lacks: compared by id
/// in an array that agents append to, else by content as tools read it. Returns how many; std::nullopt if the
/// member is no array.
[[nodiscard]] std::optional<std::size_t> add_missing_entries(GraphDraft& draft, std::string_view key,
                                                             std::string_view array);

} // namespace artifactd
