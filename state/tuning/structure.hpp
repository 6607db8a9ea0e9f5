// The structure of a tuning state: S01 to S08.
#pragma once

#include "state/json/tree.hpp"
#include "state/tuning/report.hpp"
#include "state/vocabulary/finding.hpp"

#include <string_view>
#include <vector>

namespace artifactd::tuning {

inline constexpr unsigned deepest = 64; ///< brackets; a state has eight

/// S01: the strict JSON errors in the text, under that code; empty if it is one valid object.
[[nodiscard]] std::vector<Finding> text_findings(std::string_view text);

/// S02 to S08, for a text that passed S01.
void check_structure(JsonNode const& root, Report& report);

} // namespace artifactd::tuning
