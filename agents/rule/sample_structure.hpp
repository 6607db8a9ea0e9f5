// What a set of paths has in common, said twice: as a structure to look at
// (/data/mission_{number}/{date}/*.csv) and as a glob that matches every one of them.
#pragma once

#include "agents/rule/sample_path.hpp"

#include <span>
#include <string>

namespace artifactd::extraction {

struct SampleStructure {
  std::string shape;
  std::string glob;
};

/// Of at least one path.
[[nodiscard]] SampleStructure structure_of(std::span<SamplePath const> paths);

} // namespace artifactd::extraction
