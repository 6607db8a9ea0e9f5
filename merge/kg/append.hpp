// The `append` strategy: canonical arrays of an agent's artifacts are appended to the graph's arrays of the
// same name, each entry once. An entry with an id is known by it; the same id with other content is refused,
// never overwritten. Repeating it changes nothing.
#pragma once

#include "merge/artifact_set.hpp"
#include "merge/graph_draft.hpp"

#include <optional>
#include <vector>

namespace artifactd {

/// The graph's array members that agents may append to.
[[nodiscard]] bool is_canonical_array(std::string_view key) noexcept;
/// Every top-level key with a meaning of its own in a graph: none of them can be an agent's namespace.
[[nodiscard]] bool is_canonical_key(std::string_view key) noexcept;

/// Appends to `draft`; on findings the draft is to be undone. Fault::invalid when the graph itself is not of
/// the shape (its `entities` no array): the operator's to mend.
Result<std::vector<Finding>> append_artifacts(GraphDraft& draft, ArtifactSet const& set);

/// Adds the entries of `array`, an accepted array, that the draft's member of that name does not hold: by id
/// where it is one that agents append to, else by content as tools read it. How many; nothing when the member
/// is no array.
[[nodiscard]] std::optional<std::size_t> add_missing_entries(GraphDraft& draft, std::string_view key,
                                                             std::string_view array);

} // namespace artifactd
