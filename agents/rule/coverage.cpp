#include "agents/rule/coverage.hpp"

#include "agents/rule/winner.hpp"

#include <algorithm>
#include <map>

namespace artifactd::extraction {

Coverage coverage_of(std::span<Rule const> rules, std::span<SamplePath const> paths) {
  Coverage coverage;
  coverage.shares.resize(rules.size());
  coverage.winners.resize(paths.size());
  std::map<std::pair<std::size_t, std::size_t>, Overlap> overlaps;
  for (std::size_t path = 0; path < paths.size(); ++path) {
    auto const matching = matching_rules(rules, paths[path]);
    if (matching.empty()) {
      coverage.unmatched.push_back(path);
      continue;
    }
    coverage.winners[path] = matching.front();
    ++coverage.shares[matching.front()].won;
    for (auto const rule : matching)
      ++coverage.shares[rule].matched;
    for (auto const other : std::span(matching).subspan(1)) {
      auto const key = std::pair(matching.front(), other);
      auto& overlap = overlaps.try_emplace(key, Overlap{key.first, key.second, 0, path}).first->second;
      ++overlap.paths;
    }
  }
  for (auto const& [key, overlap] : overlaps)
    coverage.overlaps.push_back(overlap);
  std::ranges::stable_sort(coverage.overlaps, std::greater<>(), &Overlap::paths);
  return coverage;
}

} // namespace artifactd::extraction
