// `from`: the part of a path that a field takes its value from, and suggestions for words that other
// languages use for it.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/rule_part.hpp"

#include <optional>

namespace artifactd::extraction {

/// The `from` of a field's definition; std::nullopt, with a finding, if it is missing or invalid.
[[nodiscard]] std::optional<Source> read_source(RuleFaults& faults, RulePart const& definition);

} // namespace artifactd::extraction
