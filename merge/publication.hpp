// What one rewrite of the graph put in place, remembered for a while. A writer that takes no lock reads the
// graph and renames its own version over it some time later; what was published in between is then gone,
// though its signals were answered. Their artifacts are still there, so it is noticed and merged once more.
#pragma once

#include "state/names.hpp"
#include "state/stamp.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct Publication {
  struct Merge {
    Name agent;
    std::string inputs; ///< digest of the artifacts that were merged
  };
  Stamp version;             ///< the file that was put in place
  std::optional<Stamp> base; ///< what it was made from, where that was one file
  std::vector<Merge> merges; ///< those that changed the graph
};

} // namespace artifactd
