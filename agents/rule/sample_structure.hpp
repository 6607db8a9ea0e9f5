// What a set of paths has in common, in two forms: as a structure to look at
// (/data/mission_{number}/{date}/*.csv) and as a glob that matches all of them.
#pragma once

#include "agents/rule/sample_path.hpp"

#include <span>
#include <string>

namespace artifactd::extraction {

struct SampleStructure {
  std::string shape;
  std::string glob;
};

/// `paths` must not be empty.
[[nodiscard]] SampleStructure structure_of(std::span<SamplePath const> paths);

} // namespace artifactd::extraction
