// A record played once more with the artifacts it was played with: whether every step leads where the log
// says. It goes on from what the log says where a step departs, so one wrong line is told once.
#pragma once

#include "merge/play/record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::play {

struct Departure {
  std::uint64_t step; ///< 0: the record as a whole
  std::string what;
};

struct RecordCheck {
  std::vector<Departure> departures; ///< the first 100
  std::uint64_t steps = 0;           ///< that were taken again
  Value state = {};                  ///< that the log comes to, as far as it was followed
  bool over = false;                 ///< the game has ended
  std::string phase = {};
};

/// `to`: the last step to take; 0: all. `game` outlives the call; the record's players are at most
/// `most_players`.
[[nodiscard]] RecordCheck check_record(game::Game const& game, Record const& record, std::uint64_t to = 0);

} // namespace artifactd::play
