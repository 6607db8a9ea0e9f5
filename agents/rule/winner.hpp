// Which of several rules applies to a path: of those whose glob matches, the one with the highest priority;
// among equals, the one whose name is first in byte order.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/sample_path.hpp"

#include <span>
#include <vector>

namespace artifactd::extraction {

/// The rules whose glob matches, as indices, the one that applies first.
[[nodiscard]] std::vector<std::size_t> matching_rules(std::span<Rule const> rules, SamplePath const& path);

/// Null if no rule matches. The order of the rules does not matter.
[[nodiscard]] Rule const* winner(std::span<Rule const> rules, SamplePath const& path);

} // namespace artifactd::extraction
