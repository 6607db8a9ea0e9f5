// How large a graph may be, and whether it must exist.
#pragma once

#include "state/platform/byte_budget.hpp"

#include <cstdint>
#include <memory>

namespace artifactd {

struct GraphBounds {
  std::uint64_t bytes = std::uint64_t{512} << 20; ///< a merge holds about 1.5 × the graph in memory
  unsigned depth = 256;                           ///< the limit of jq, which everybody reads graphs with
  bool must_exist = false; ///< true: a session without a graph is pending instead of getting a new one
  std::shared_ptr<ByteBudget> memory{}; ///< of all graphs that are rewritten at once; nullptr: not bounded
};

} // namespace artifactd
