#include "daemon/queries/observation_priority.hpp"

#include "agents/turn/prompts/memory.hpp"

namespace artifactd {

ObservationPriority priority_of(int importance, std::int64_t count, double age_minutes, double lambda) {
  auto const weight = turn::decay_weight(lambda, age_minutes);
  auto const multiplier = turn::reinforcement_multiplier(count);
  return {importance,
          count,
          age_minutes,
          lambda,
          weight,
          multiplier,
          turn::priority(importance, weight, multiplier)};
}

Json to_json(ObservationPriority const& it) {
  return {{"version", 1},
          {"effective_importance", it.importance},
          {"reinforcement_count", it.reinforcement_count},
          {"age_minutes", it.age_minutes},
          {"lambda", it.lambda},
          {"decay_weight", it.decay_weight},
          {"reinforcement_multiplier", it.reinforcement_multiplier},
          {"priority", it.priority}};
}

} // namespace artifactd
