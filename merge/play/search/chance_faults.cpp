#include "merge/game/values/value_of.hpp"
#include "merge/play/search/fault_search.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>

namespace artifactd::play {

namespace {

/// How far the sum of an rng's probabilities may be from 1.
constexpr double tolerance = 0.01;

struct ChanceFault {
  FaultType type;
  std::string what;
};

std::optional<ChanceFault> fault_in(Value const& choices, Value const& probabilities) {
  if (choices.size() != probabilities.size())
    return ChanceFault{FaultType::invalid_rng,
                       fmt::format("are {} for {} choices", probabilities.size(), choices.size())};
  double sum = 0;
  bool certain = false;
  bool never = false;
  for (auto const& each : probabilities) {
    if (!each.is_number() || each.get<double>() < 0)
      return ChanceFault{FaultType::invalid_rng, fmt::format("contain {}", each.dump())};
    sum += each.get<double>();
    certain = certain || each == Value(1.0);
    never = never || each == Value(0.0);
  }
  if (!(std::abs(sum - 1) <= tolerance))
    return ChanceFault{FaultType::invalid_rng, fmt::format("sum to {:.4g}", sum)};
  if (choices.size() < 2) return std::nullopt; // a constant: no fault
  if (certain) return ChanceFault{FaultType::degenerate_rng, "are degenerate (single outcome with p=1.0)"};
  if (never) return ChanceFault{FaultType::degenerate_rng, "are degenerate (an outcome with p=0)"};
  if (std::ranges::all_of(choices, [&choices](Value const& each) { return each == choices[0]; }))
    return ChanceFault{FaultType::degenerate_rng, "are degenerate (all outcomes are the same)"};
  return std::nullopt;
}

std::optional<ChanceFault> constant_in(Value const& choices, Value const& probabilities) {
  if (choices.size() != 1 || fault_in(choices, probabilities)) return std::nullopt;
  return ChanceFault{FaultType::degenerate_rng, "are degenerate (single outcome with p=1.0)"};
}

using Judge = std::optional<ChanceFault>(Value const& choices, Value const& probabilities);

void look_at(game::Instruction const& instruction, std::string const& who, FoundFault const& where,
             Judge& judge, std::vector<FoundFault>& found) {
  for (auto const& operation : instruction.operations) {
    auto const* choices = operation.part.node->find("choices");
    auto const* probabilities = operation.part.node->find("probabilities");
    if (operation.name != "rng" || !game::is(choices, json::Type::array) ||
        !game::is(probabilities, json::Type::array))
      continue;
    auto const fault = judge(game::value_of(*choices), game::value_of(*probabilities));
    if (!fault) continue;
    found.push_back(where);
    found.back().type = fault->type;
    found.back().message = fmt::format("{} rng op probabilities {}", who, fault->what);
  }
}

std::vector<FoundFault> draws_that(Judge& judge, game::Game const& game) {
  std::vector<FoundFault> found;
  auto const at = [](std::string const& phase, std::string fragment) {
    return FoundFault{
        .type = FaultType::degenerate_rng, .certain = true, .phase = phase, .fragment = std::move(fragment)};
  };
  for (auto const& transition : game.transitions())
    if (auto const* instruction = game.transition_instruction(transition.id))
      look_at(instruction->instruction, fmt::format("Transition '{}'", transition.id),
              at(transition.from, "instructions.transitions." + transition.id), judge, found);
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      look_at(action, fmt::format("Action '{}'", action.id),
              at(phase.key, fmt::format("instructions.playerPhases.{}.{}", phase.key, action.id)), judge,
              found);
  return found;
}

} // namespace

std::vector<FoundFault> chance_faults(game::Game const& game) {
  return draws_that(fault_in, game);
}

std::vector<FoundFault> constant_draws(game::Game const& game) {
  return draws_that(constant_in, game);
}

} // namespace artifactd::play
