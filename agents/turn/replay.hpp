// A turn played again from what its models replied then, without any model: the same prompts have to come
// out, the same dice, and the same result, byte for byte.
#pragma once

#include "agents/turn/store/store.hpp"

#include <cstdint>
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

/// Fault::missing for a scene that no turn made, such as scene 0, or that is not there.
Result<Replayed> replay_turn(Store const& store, std::string const& session_id, std::int64_t turn_index,
                             DiceFrom dice);

} // namespace artifactd::turn
