// Replays turns from the recorded replies, without any model: the prompts, the dice and the result must be
// the same, byte for byte. The cost of a turn does not depend on its position in the story.
#pragma once

#include "agents/turn/store/store.hpp"
#include "state/json/json_text.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace artifactd::turn {

enum class DiceFrom : std::uint8_t {
  seed,     ///< rolled again
  recorded, ///< taken from the record
};

struct Replayed {
  std::int64_t turn_index = 0;
  bool copied = false;    ///< it was played elsewhere: in the story this one was branched from, or in a file
  std::string difference; ///< the first difference, in a sentence; empty: none
};
[[nodiscard]] Json to_json(Replayed const& replayed);

struct TurnRange {
  std::int64_t first = 1;
  std::int64_t last = 1; ///< inclusive
};

/// Replays the turns in order and calls `tell` after each. Fault::missing for a scene that does not exist or
/// that no turn made, such as scene 0.
Result<void> replay_turns(Store const& store, std::string const& session_id, TurnRange const& turns,
                          DiceFrom dice, std::function<void(Replayed const&)> const& tell);

} // namespace artifactd::turn
