// The tree of paths as a picture: each folder is a bar, its height the number of its files, in the colour of
// the rule that wins them.
#pragma once

#include "agents/rule/coverage.hpp"

#include <string>

namespace artifactd::extraction {

/// Self-contained SVG. Names are escaped: they are text, never markup.
[[nodiscard]] std::string coverage_picture(std::span<Rule const> rules, std::span<SamplePath const> paths,
                                           Coverage const& coverage);

} // namespace artifactd::extraction
