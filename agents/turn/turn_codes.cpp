#include "agents/turn/content/content_codes.hpp"
#include "agents/turn/turn_kind.hpp"

#include <algorithm>

namespace artifactd {

std::span<FindingCode const> all_turn_codes() {
  static auto const all = [] {
    std::array<FindingCode, turn_codes.size() + turn::content_codes.size()> codes{};
    std::ranges::copy(turn::content_codes, std::ranges::copy(turn_codes, codes.begin()).out);
    return codes;
  }();
  return all;
}

} // namespace artifactd
