#include "merge/game/checks/end_checks.hpp"

#include "merge/game/checks/phase_places.hpp"
#include "merge/game/checks/written_paths.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::game {

namespace {

constexpr std::string_view ended_flag = "game.gameEnded";
constexpr std::string_view winner_flag = "players.*.isGameWinner";

bool marks_winner(Game const& game, Transition const& transition) {
  auto const* each = game.transition_instruction(transition.id);
  return each != nullptr && writes(each->instruction.operations, winner_flag);
}

/// An operation whose missing path the search for flags would read.
Operation const* pathless(Game const& game) {
  for (auto const& each : game.transition_instructions())
    for (auto const& operation : each.instruction.operations)
      if ((operation.name == "set" || operation.name == "append" || operation.name == "increment") &&
          !operation.path)
        return &operation;
  return nullptr;
}

bool some_transition_writes(Game const& game, std::string_view pattern) {
  return std::ranges::any_of(game.transition_instructions(), [&](TransitionInstruction const& each) {
    return writes(each.instruction.operations, pattern);
  });
}

} // namespace

void check_phase_connectivity(Game const& game, PhaseGraph const& graph, Report& report) {
  auto const& part = game.transitions_part();
  if (!part) return; // reported where the transitions are checked
  if (!game.lists_transitions())
    return report.add("I32", part, "Error validating phase connectivity: the transitions are no list");
  auto const& phases = game.phases();
  if (std::ranges::find(phases, last_phase) == phases.end())
    return report.add("I33", part,
                      "Terminal phase 'finished' not found in phases array. This is required by convention.");
  auto const reached = graph.reachable_from(first_phase);
  PhasePlaces const places(game);
  for (auto const& phase : phases)
    if (!reached.contains(phase))
      report.add("I34", places.of(phase),
                 fmt::format(
                     "Phase '{}' is unreachable from init phase. This phase will never execute and should be "
                     "removed or connected to the game flow.",
                     phase));
  if (!reached.contains(last_phase))
    report.add(
        "I35", places.of(last_phase),
        "Terminal phase 'finished' is unreachable from init. Game cannot properly end because the terminal "
        "phase cannot be reached.");
}

void check_completion(Game const& game, PhaseGraph const& graph, Report& report) {
  if (auto const* operation = pathless(game))
    return report.add(
        "I32", operation->part,
        "Error validating game completion: Cannot read properties of undefined (reading 'replace')");
  auto const& part = game.transition_instructions_part();
  if (!some_transition_writes(game, ended_flag))
    report.add("I28", part,
               "No transition sets game.gameEnded=true. At least one transition must explicitly end the "
               "game. Without "
               "this, the game cannot terminate properly.");
  auto const some_winner = some_transition_writes(game, winner_flag);
  if (!some_winner)
    report.add("I29", part,
               "No transition sets players.*.isGameWinner. At least one transition must mark winning "
               "players. Without "
               "this, the game ends without a result.");
  if (!graph.reachable_from(first_phase).contains(last_phase))
    return report.add("I30", PhasePlaces(game).of(last_phase),
                      "No paths from init to \"finished\" phase found. Game cannot end.");
  if (!some_winner || !graph.some_way_takes([&](Transition const& each) { return marks_winner(game, each); }))
    report.add("I31", part,
               "No path to \"finished\" sets players.*.isGameWinner. On every way the game ends without a "
               "winner. If "
               "this is a draw-only game (no winners), you can ignore this warning.");
}

} // namespace artifactd::game
