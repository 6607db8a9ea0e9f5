#include "agents/state/state_kind.hpp"
#include "state/tuning/invariants.hpp"
#include "state/vocabulary/finding.hpp"

#include <vector>

namespace artifactd {

std::span<FindingCode const> state_codes() {
  static auto const codes = [] {
    std::vector<FindingCode> all;
    for (auto const& invariant : tuning::invariants())
      all.push_back({invariant.code, invariant.tier, invariant.meaning});
    return all;
  }();
  return codes;
}

} // namespace artifactd
