// Findings as text, one line each, for comparing: "error turn.scenario /scenarios/0/goals".
#pragma once

#include "state/vocabulary/finding.hpp"

#include <string>
#include <vector>

namespace artifactd::turn::content_test {

[[nodiscard]] std::vector<std::string> told(std::vector<Finding> const& findings);
/// The messages and hints of all findings, to search for words.
[[nodiscard]] std::string words_of(std::vector<Finding> const& findings);

} // namespace artifactd::turn::content_test
