// The top-level keys with a meaning of their own in every knowledge graph (seed: kg-artifact-pattern): none
// can be an agent's namespace.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace artifactd {

struct CanonicalArray {
  std::string_view key;
  std::string_view total; ///< the member of `stats` that counts it
};
inline constexpr std::array canonical_arrays = {
    CanonicalArray{"entities", "total_entities"},
    CanonicalArray{"claims", "total_claims"},
    CanonicalArray{"relationships", "total_relationships"},
    CanonicalArray{"citations", "total_citations"},
    CanonicalArray{"gaps", "total_gaps"},
    CanonicalArray{"contradictions", "total_contradictions"},
    CanonicalArray{"promising_leads", "total_leads"},
};

/// Those that are not arrays.
inline constexpr std::array<std::string_view, 8> other_canonical_keys = {
    "schema_version", "research_objective", "started_at", "last_updated",
    "iteration",      "confidence_scores",  "coverage",   "stats"};

[[nodiscard]] constexpr bool is_canonical_array(std::string_view key) noexcept {
  return std::ranges::find(canonical_arrays, key, &CanonicalArray::key) != canonical_arrays.end();
}

[[nodiscard]] constexpr bool is_canonical_key(std::string_view key) noexcept {
  return is_canonical_array(key) ||
         std::ranges::find(other_canonical_keys, key) != other_canonical_keys.end();
}

} // namespace artifactd
