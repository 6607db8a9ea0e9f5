// How a set of rules covers a set of paths: which rule wins each, where several match, what none matches.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/sample_path.hpp"

#include <optional>
#include <span>
#include <vector>

namespace artifactd::extraction {

struct RuleShare {
  std::size_t matched = 0;
  std::size_t won = 0; ///< 0: the rule is dead here
};

/// Two rules that match the same paths, the winner first.
struct Overlap {
  std::size_t winner;
  std::size_t other;
  std::size_t paths = 0;
  std::size_t example = 0; ///< one of the paths
};

struct Coverage {
  std::vector<std::optional<std::size_t>> winners; ///< for each path, an index into the rules
  std::vector<RuleShare> shares;                   ///< for each rule
  std::vector<Overlap> overlaps;                   ///< most paths first
  std::vector<std::size_t> unmatched;              ///< indices of paths
};

[[nodiscard]] Coverage coverage_of(std::span<Rule const> rules, std::span<SamplePath const> paths);

} // namespace artifactd::extraction
