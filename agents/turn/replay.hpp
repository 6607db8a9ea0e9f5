// Turns played again from what their models replied then, without any model: the same prompts have to come
// out, the same dice, and the same result, byte for byte. A turn costs the same wherever in its story it is.
#pragma once

#include "agents/turn/store/store.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace artifactd::turn {

enum class DiceFrom : std::uint8_t {
  seed,     ///< rolled again
  recorded, ///< as they lay then
};

struct Replayed {
  std::int64_t turn_index = 0;
  bool copied = false;    ///< it was played elsewhere: in a story this one branched off from, or in a file
  std::string difference; ///< the first one, in a sentence; empty: none
};

struct TurnRange {
  std::int64_t first = 1;
  std::int64_t last = 1; ///< included
};

/// One after the other; `tell` is called after each. Fault::missing at a scene that no turn made, such as
/// scene 0, or that is not there.
Result<void> replay_turns(Store const& store, std::string const& session_id, TurnRange const& turns,
                          DiceFrom dice, std::function<void(Replayed const&)> const& tell);

} // namespace artifactd::turn
