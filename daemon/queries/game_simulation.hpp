// The answers to `game simulate`: a game searched for faults and played by bots, and the steps to a fault
// taken again.
#pragma once

#include "merge/play/search/fault_search.hpp"
#include "merge/play/search/playthrough.hpp"
#include "state/platform/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct SimulationOrder {
  play::Bot bot;
  std::size_t plays;                             ///< by bots
  std::uint64_t seed;                            ///< of their plays
  play::SearchLimits limits;                     ///< of the search
  std::function<void(std::size_t play)> on_play; ///< called before each, counted from 1
};

struct GameSimulation {
  std::vector<std::string> players;
  play::SearchOutcome outcome; ///< with the faults that need no search
  play::PlayStatistics statistics;

  [[nodiscard]] std::size_t certain() const;
};

[[nodiscard]] GameSimulation simulate(game::Game const& game, std::vector<std::string> players,
                                      SimulationOrder const& order);

[[nodiscard]] game::Value to_json(GameSimulation const& simulation);

/// The steps to a fault, as somebody kept them.
struct FaultTrace {
  std::vector<play::Step> steps = {};
  std::vector<std::string> players = {}; ///< empty if it does not say
  std::string type = {};                 ///< of the fault; empty if it does not say
};

/// A fault as printed by --json, or a list of them: then the first. `shown`: its file, for the message.
[[nodiscard]] Result<FaultTrace> fault_trace(std::string const& shown, std::string const& text);

struct RetracedFault {
  FaultTrace trace;
  std::size_t taken;                  ///< steps
  std::optional<std::string> stopped; ///< why the next one could not be taken
  game::Value state;                  ///< after them
  std::optional<bool> shown;          ///< whether the game has the fault; none if its type is not known

  [[nodiscard]] bool succeeded() const { return shown.value_or(taken == trace.steps.size()); }
};

/// At most `most_players` players.
[[nodiscard]] RetracedFault retrace(game::Game const& game, std::vector<std::string> const& players,
                                    FaultTrace trace);

[[nodiscard]] game::Value to_json(RetracedFault const& retraced);

} // namespace artifactd
