#include "merge/play/record/fault_words.hpp"

#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <set>

namespace artifactd::play {

namespace {

std::string transition_instruction(std::string const& id) {
  return "instructions.transitions." + id;
}

std::string part_of(Step const& step, std::string const& phase) {
  if (step.kind == Step::Kind::transition) return transition_instruction(step.id);
  return fmt::format("instructions.playerPhases.{}.{}", phase, step.id);
}

/// Why each transition out of a phase does not fire.
std::string unmet(Runtime& runtime, PlayPhase const& phase, Row const& row) {
  std::vector<std::string> words;
  for (auto const index : phase.leaving) {
    auto const& transition = runtime.program().transitions()[index];
    for (std::size_t i = 0; i < transition.tests.size(); ++i) {
      auto const& test = transition.tests[i];
      if (runtime.holds(test, row)) continue;
      std::vector<std::string> values;
      for (auto const slot : test.reads)
        if (values.size() < 4)
          values.push_back(
              fmt::format("{} = {}", runtime.program().layout().path(slot),
                          row[slot] == absent ? "undefined" : compact(runtime.pool()[row[slot]])));
      words.push_back(fmt::format("'{}' needs '{}'{}", transition.declared->id, transition.tested[i]->id,
                                  values.empty() ? "" : fmt::format(" ({})", fmt::join(values, ", "))));
      break;
    }
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

std::string checks_that_refuse(Runtime& runtime, PlayPhase const& phase, Row const& row,
                               std::string& fragment, std::string& who) {
  std::set<std::string> checks;
  auto const& players = runtime.program().layout().players();
  for (std::size_t player = 0; player < players.size(); ++player) {
    if (!runtime.may_act(row, player)) continue;
    if (who.empty()) who = players[player];
    for (auto const& action : phase.actions) {
      if (fragment.empty()) fragment = fmt::format("instructions.playerPhases.{}.{}", phase.name, action.id);
      for (auto const& check : action.checks)
        checks.insert(check.id);
    }
  }
  return fmt::format("{}", fmt::join(checks, ", "));
}

std::string loop_words(Runtime& runtime, Row row) {
  std::vector<std::string> ids;
  for (int i = 0; i < 16; ++i) {
    auto const standing = runtime.standing(row);
    if (standing.next != Standing::Next::fire) break;
    auto const& id = standing.transition->declared->id;
    auto const again = std::ranges::find(ids, id) != ids.end();
    ids.push_back(id);
    if (again) break;
    auto next = take(runtime, row, true, {Step::Kind::transition, id});
    if (!next) break;
    row = *std::move(next);
  }
  for (auto& id : ids)
    id = "'" + id + "'";
  return fmt::format("{}", fmt::join(ids, " → "));
}

void deadlock_words(FoundFault& fault, Runtime& runtime, PlayPhase const* phase, Row const& row) {
  fault.message = fmt::format(
      "Deadlock detected in phase '{}': no transitions fire and no player input expected", fault.phase);
  if (phase == nullptr) return;
  auto const why = unmet(runtime, *phase, row);
  if (!why.empty()) fault.message += ": " + why;
  if (phase->asks_players && !fault.steps.empty()) {
    auto const last =
        std::ranges::find(fault.steps.rbegin(), fault.steps.rend(), Step::Kind::transition, &Step::kind);
    if (last != fault.steps.rend()) {
      fault.fragment = transition_instruction(last->id);
      fault.message += fmt::format("; transition '{}' asks nobody", last->id);
    }
    fault.message +=
        fmt::format(". Phase '{}' does not set actionRequired=true for active player", fault.phase);
  } else if (!phase->leaving.empty()) {
    fault.fragment = "transitions." + runtime.program().transitions()[phase->leaving[0]].declared->id;
  }
}

} // namespace

void put_in_words(FoundFault& fault, Runtime& runtime, Row const& row, std::string const& details) {
  auto const* phase = runtime.program().phase(fault.phase);
  switch (fault.type) {
  case FaultType::deadlock:
    return deadlock_words(fault, runtime, phase, row);
  case FaultType::dead_wait: {
    std::string who;
    auto const checks = phase == nullptr ? "" : checks_that_refuse(runtime, *phase, row, fault.fragment, who);
    fault.message = fmt::format("Phase '{}' waits for player '{}', whose actions' checks can never hold: {}",
                                fault.phase, who, checks.empty() ? "it has no action" : checks);
    return;
  }
  case FaultType::stuck_phase:
    fault.message = fmt::format(
        "Phase '{}' has no outbound transitions with satisfiable preconditions given current state",
        fault.phase);
    if (phase == nullptr) return;
    if (auto const why = unmet(runtime, *phase, row); !why.empty()) fault.message += ": " + why;
    if (!phase->leaving.empty())
      fault.fragment = "transitions." + runtime.program().transitions()[phase->leaving[0]].declared->id;
    return;
  case FaultType::auto_loop:
    fault.message = fmt::format("Transitions {} fire without end: no player input and no way out",
                                loop_words(runtime, row));
    if (auto const standing = runtime.standing(row); standing.transition != nullptr)
      fault.fragment = transition_instruction(standing.transition->declared->id);
    return;
  case FaultType::no_end:
  case FaultType::unreachable_end:
    fault.message = "No transition sets game.gameEnded=true under reachable conditions";
    if (fault.type == FaultType::unreachable_end) fault.phase = "finished";
    return;
  case FaultType::unexpected_end:
    fault.message =
        fmt::format("Game ended unexpectedly in phase '{}' — gameEnded set to true when game should continue",
                    fault.phase);
    if (!fault.steps.empty()) fault.fragment = part_of(fault.steps.back(), fault.phase);
    return;
  default:
    fault.message = fmt::format("Illegal state detected: {}", details);
    if (!fault.steps.empty()) fault.fragment = part_of(fault.steps.back(), fault.phase);
  }
}

Value to_json(FoundFault const& fault) {
  auto moves = Value::array();
  auto draws = Value::array();
  auto model = Value::array();
  auto steps = Value::array();
  for (auto const& step : fault.steps) {
    steps.push_back(to_json(step));
    if (step.kind == Step::Kind::action)
      moves.push_back({{"playerId", step.player}, {"actionId", step.id}, {"input", step.input}});
    for (auto const& each : step.drawn)
      draws.push_back({{"path", each.name}, {"value", each.value}});
    for (auto const& each : step.model)
      model.push_back({{"name", each.name}, {"value", each.value}});
  }
  return {{"type", word_of(fault.type)}, {"certain", fault.certain},  {"phase", fault.phase},
          {"fragment", fault.fragment},  {"message", fault.message},  {"actions", fault.actions},
          {"moves", std::move(moves)},   {"draws", std::move(draws)}, {"model", std::move(model)},
          {"steps", std::move(steps)},   {"state", fault.state}};
}

} // namespace artifactd::play
