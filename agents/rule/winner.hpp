// Which of several rules counts for a path: of those whose glob matches, the one with the highest priority,
// and among equals the one whose name comes first in byte order.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/sample_path.hpp"

#include <span>

namespace artifactd::extraction {

/// Whether `rule` comes before `other` where both match.
[[nodiscard]] bool outranks(Rule const& rule, Rule const& other) noexcept;

/// Null when no rule matches. The order of the rules does not matter.
[[nodiscard]] Rule const* winner(std::span<Rule const> rules, SamplePath const& path);

} // namespace artifactd::extraction
