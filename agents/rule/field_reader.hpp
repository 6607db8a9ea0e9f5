// Reads one field of a rule's `extract` from YAML into a Field. All mistakes in it are reported at once.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/rule_part.hpp"

namespace artifactd::extraction {

/// Complete only if `faults` gained no error.
[[nodiscard]] Field read_field(RuleFaults& faults, RulePart const& definition, std::string name);

} // namespace artifactd::extraction
