// Where in a path a field would have found its value: the likely remedy when a pattern is applied to the
// wrong segment.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/sample_path.hpp"

#include <string>

namespace artifactd::extraction {

/// Which segments fit, and what to write; empty if none or all of them fit.
[[nodiscard]] std::string fitting_segments(Field const& field, SamplePath const& path);

} // namespace artifactd::extraction
