// The search again, written as plainly as possible: no field is dropped, no counter saturates, and costs are
// computed by iterating to a fixed point. Only for small games.
#pragma once

#include "merge/play/search/fault_search.hpp"

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace artifactd::play {

struct BruteFault {
  bool certain;
  std::size_t actions;
  bool operator==(BruteFault const&) const = default;
};
/// By type and phase: deadlock, dead_wait, illegal_state, unexpected_end outside of the last phase.
/// std::nullopt if there are more than `most` states.
using BruteFaults = std::map<std::pair<FaultType, std::string>, BruteFault>;
[[nodiscard]] std::optional<BruteFaults>
brute_faults(game::Game const& game, std::vector<std::string> const& players, std::size_t most);

} // namespace artifactd::play
