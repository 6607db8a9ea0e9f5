// Whole games played by bots, to learn what a game is like: how long it takes, who wins, which actions are
// never taken.
#pragma once

#include "merge/play/runtime/step.hpp"
#include "merge/play/search/bots.hpp"

#include <map>
#include <string>
#include <vector>

namespace artifactd::play {

struct Playthrough {
  enum class End : std::uint8_t { finished, deadlock, dead_wait, fault, too_long };
  End end;
  std::vector<Step> steps;
  Row row;             ///< the last state
  std::string details; ///< of a fault
};
[[nodiscard]] std::string_view word_of(Playthrough::End end) noexcept;

/// One game from its beginning; `most` steps at most.
[[nodiscard]] Playthrough play_through(Runtime& runtime, Moves& moves, Bot bot, std::string_view seed,
                                       std::size_t most = 1'000);

struct PlayStatistics {
  std::size_t plays = 0;
  std::map<std::string, std::size_t> ends;    ///< by word
  std::map<std::size_t, std::size_t> lengths; ///< how many plays took so many actions
  std::map<std::string, std::size_t> winners; ///< by player; "" if nobody won
  std::map<std::string, std::size_t> actions; ///< "phase.action": how often, 0 if never
};
void count(PlayStatistics& statistics, Runtime const& runtime, Playthrough const& play);
[[nodiscard]] Value to_json(PlayStatistics const& statistics);

} // namespace artifactd::play
