// `kg` signals: an agent's artifacts become its member of the knowledge graph.
#pragma once

#include "merge/kg/canonical_keys.hpp"
#include "state/session/session_layout.hpp"
#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/kind.hpp"

namespace artifactd {

inline constexpr std::array kg_codes = {
    FindingCode{"log.rewritten", Tier::syntax, "a log no longer begins with its settled part"},
    FindingCode{"name.reserved", Tier::semantic, "the agent's name is a key of every graph"},
    FindingCode{"append.conflict", Tier::semantic, "an id is taken by an entry with other content"},
    FindingCode{"append.not_array", Tier::semantic, "a value to append is not an array"},
    FindingCode{"filter.failed", Tier::semantic,
                "the configured filter reported an error, or did not finish on the artifacts"},
    FindingCode{"filter.not_object", Tier::semantic,
                "the configured filter gave something other than one object"},
    FindingCode{"graph.too_large", Tier::semantic, "the graph would grow beyond its limit"},
    FindingCode{"graph.too_deep", Tier::semantic, "the graph would be nested deeper than its readers allow"},
};

inline constexpr KindTraits kg_traits{.inputs = "artifacts/{0}/",
                                      .first_file = "artifacts/{0}/{0}.json",
                                      .endings = {".json", ".json.gz", ".ndjson"},
                                      .names = {"artifacts"},
                                      .records = layout::graph_paths,
                                      .to_repair = "repair the artifacts",
                                      .reserves = is_canonical_key,
                                      .unchanged = "the graph holds this already",
                                      .semantic_error = "merge_failed",
                                      .codes = [] { return std::span<FindingCode const>(kg_codes); }};
inline constexpr Kind kg_kind("kg", kg_traits);

} // namespace artifactd
