// `kg` signals: an agent's artifacts become its member of the knowledge graph.
#pragma once

#include "state/kind.hpp"
#include "state/session_layout.hpp"

namespace artifactd {

inline constexpr KindTraits kg_traits{.inputs = "artifacts/{0}/",
                                      .first_file = "artifacts/{0}/{0}.json",
                                      .endings = {".json", ".json.gz", ".ndjson"},
                                      .names = {"artifacts"},
                                      .records = layout::graph_paths,
                                      .to_repair = "repair the artifacts",
                                      .semantic_error = "merge_failed"};
inline constexpr Kind kg_kind("kg", kg_traits);

} // namespace artifactd
