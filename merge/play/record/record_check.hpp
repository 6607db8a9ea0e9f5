// Replays a record with the artifacts it was played with and checks whether every step leads where the log
// says. After a departure it continues from what the log says, so that one wrong line is reported once.
#pragma once

#include "merge/play/record/record.hpp"

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
  Value state = {};                  ///< the log's last state, as far as it was followed
  bool over = false;                 ///< the game has ended
  std::string phase = {};
};

/// {version, steps, phase, over, departures, state}
[[nodiscard]] Value to_json(RecordCheck const& check);
[[nodiscard]] Value to_json(Departure const& departure);

/// `to`: the last step to take; 0: all. `game` outlives the call; the record has at most `most_players`
/// players.
[[nodiscard]] RecordCheck check_record(game::Game const& game, Record const& record, std::uint64_t to = 0);

} // namespace artifactd::play
