#include "merge/game/values/value_of.hpp"
#include "merge/play/search/fault_search.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

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
  if (choices.size() < 2) return std::nullopt; // a verbose constant
  if (certain) return ChanceFault{FaultType::degenerate_rng, "are degenerate (single outcome with p=1.0)"};
  if (never) return ChanceFault{FaultType::degenerate_rng, "are degenerate (an outcome with p=0)"};
  if (std::ranges::all_of(choices, [&choices](Value const& each) { return each == choices[0]; }))
    return ChanceFault{FaultType::degenerate_rng, "are degenerate (all outcomes are the same)"};
  return std::nullopt;
}

void look_at(game::Instruction const& instruction, std::string const& who, std::string const& phase,
             std::string const& fragment, std::vector<FoundFault>& found) {
  for (auto const& operation : instruction.operations) {
    auto const* choices = operation.part.node->find("choices");
    auto const* probabilities = operation.part.node->find("probabilities");
    if (operation.name != "rng" || !game::is(choices, json::Type::array) ||
        !game::is(probabilities, json::Type::array))
      continue;
    if (auto fault = fault_in(game::value_of(*choices), game::value_of(*probabilities)))
      found.push_back({.type = fault->type,
                       .certain = true,
                       .phase = phase,
                       .message = fmt::format("{} rng op probabilities {}", who, fault->what),
                       .fragment = fragment});
  }
}

} // namespace

std::vector<FoundFault> chance_faults(game::Game const& game) {
  std::vector<FoundFault> found;
  for (auto const& transition : game.transitions())
    if (auto const* instruction = game.transition_instruction(transition.id))
      look_at(instruction->instruction, fmt::format("Transition '{}'", transition.id), transition.from,
              "instructions.transitions." + transition.id, found);
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      look_at(action, fmt::format("Action '{}'", action.id), phase.key,
              fmt::format("instructions.playerPhases.{}.{}", phase.key, action.id), found);
  return found;
}

} // namespace artifactd::play
