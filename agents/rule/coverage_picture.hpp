// The tree of paths as a picture: each folder a bar as high as it holds files, in the colour of the rule that
// wins them.
#pragma once

#include "agents/rule/coverage.hpp"

#include <string>

namespace artifactd::extraction {

/// SVG, complete in itself. Names are text in it and never markup.
[[nodiscard]] std::string coverage_picture(std::span<Rule const> rules, std::span<SamplePath const> paths,
                                           Coverage const& coverage);

} // namespace artifactd::extraction
