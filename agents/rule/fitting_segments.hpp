// Where in a path a field would have found its value: the likely cure for a pattern applied to another
// segment.
#pragma once

#include "agents/rule/rule.hpp"
#include "agents/rule/sample_path.hpp"

#include <string>

namespace artifactd::extraction {

/// Which segments fit, and what to write; empty if none does, or every one would.
[[nodiscard]] std::string fitting_segments(Field const& field, SamplePath const& path);

} // namespace artifactd::extraction
