// The second tier: whether a YAML document is an extraction rule. Reports every mistake, not just the first:
// SCHEMA_VIOLATION and INVALID_REGEX as errors, unknown keys as warnings.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/yaml/yaml.hpp"

#include <optional>
#include <vector>

namespace artifactd::extraction {

inline constexpr std::size_t most_fields = 100;

struct RuleReading {
  std::optional<Rule> rule; ///< std::nullopt if any finding is an error
  std::vector<Finding> findings;
};

[[nodiscard]] RuleReading read_rule(RawText const& raw, YamlTree const& tree);

} // namespace artifactd::extraction
