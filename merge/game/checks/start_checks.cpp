#include "merge/game/checks/start_checks.hpp"

#include "merge/game/checks/references.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::game {

namespace {

bool equals(JsonNode const* value, JsonNode const& expected) {
  return value != nullptr && value->text() == expected.text();
}

struct Block {
  bool blocked = false;
  std::string why; ///< only tests of all players are reported in detail
};

/// Whether that precondition cannot hold right after init.
Block block_of(Precondition const& precondition, StartState const& state) {
  if (precondition.logic == nullptr) return {};
  auto const test = player_test(*precondition.logic);
  if (!test || (test->compared != "==" && test->compared != "===") || !is(test->value, json::Type::boolean))
    return {};
  auto const values = state.values_of(test->field);
  auto holds = [&](JsonNode const* each) { return equals(each, *test->value); };
  if (values.empty() ||
      (test->every ? std::ranges::all_of(values, holds) : std::ranges::any_of(values, holds)))
    return {};
  if (!test->every) return {true, ""};
  std::vector<std::string_view> shown;
  for (auto const* each : values)
    shown.push_back(each == nullptr ? "null" : each->text());
  return {true, fmt::format("Precondition \"{}\" requires all players have {}={}, but init sets it to [{}]",
                            precondition.id, test->field, test->value->text(), fmt::join(shown, ","))};
}

/// For a whole transition, every reason in one text.
Block block_of(Transition const& transition, StartState const& state) {
  Block all;
  for (auto const& precondition : transition.preconditions) {
    auto const block = block_of(precondition, state);
    all.blocked = all.blocked || block.blocked;
    if (!block.why.empty()) all.why += (all.why.empty() ? "" : "; ") + block.why;
  }
  return all;
}

bool somebody_acts(StartState const& state) {
  return std::ranges::any_of(state.values_of("actionRequired"),
                             [](auto const* each) { return !is_falsy(each); });
}

void report_deadlock(Game const& game, std::vector<Transition const*> const& leaving,
                     std::string const& start, Part const& at, Report& report) {
  auto words =
      fmt::format("Init transition creates immediate deadlock. After initialization, game moves to phase "
                  "\"{}\" but none of the {} transition(s) from that phase can fire",
                  start, leaving.size());
  if (game.requires_input(start))
    report.add(
        "I26", at,
        words +
            " AND no players can act. The game waits for players, of whom none is asked to act. Fix: Either "
            "set actionRequired=true for players OR ensure at least one transition can fire immediately.");
  else
    report.add(
        "I25", at,
        words + ". Phase does NOT require player input, so the game cannot progress. Fix: Set values at init "
                "that let at least one transition fire.");
}

} // namespace

bool is_blocked_by_flags(Transition const& transition, StartState const& state) {
  return block_of(transition, state).blocked;
}

void check_start(Game const& game, PhaseGraph const& graph, Report& report) {
  auto const* init = init_transition(game);
  if (init == nullptr) return;
  if (init->to.empty()) return report.add("I23", init->part, "Init transition has no toPhase");
  auto const* instruction = game.transition_instruction(init->id);
  if (instruction == nullptr) return;
  auto const& leaving = graph.leaving(init->to);
  if (leaving.empty())
    return report.add(
        "I24", init->part,
        fmt::format("Init transition moves to phase \"{}\" but there are no transitions from that phase. "
                    "This creates an immediate deadlock.",
                    init->to));
  auto const state = start_state(instruction->instruction.operations);
  std::vector<std::string> details;
  for (auto const* each : leaving) {
    auto const block = block_of(*each, state);
    if (!block.blocked) return;
    if (!block.why.empty())
      details.push_back(
          fmt::format("  Transition \"{}\" ({} → {}): {}", each->id, each->from, each->to, block.why));
  }
  if (game.requires_input(init->to) && somebody_acts(state)) return;
  report_deadlock(game, leaving, init->to, instruction->instruction.part, report);
  for (auto& detail : details)
    report.add("I27", instruction->instruction.part, std::move(detail));
}

} // namespace artifactd::game
