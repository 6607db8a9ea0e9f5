// The answer to `turn roll --priority`: how strongly an observation would be remembered, as the product that
// it is. It needs no story.
#pragma once

#include "state/json/json_text.hpp"

namespace artifactd {

struct ObservationPriority {
  int importance = 1; ///< 1 … 5
  std::int64_t reinforcement_count = 0;
  double age_minutes = 0;
  double lambda = 0; ///< how fast it fades
  double decay_weight = 1;
  double reinforcement_multiplier = 1;
  double priority = 0;
};

[[nodiscard]] ObservationPriority priority_of(int importance, std::int64_t count, double age_minutes,
                                              double lambda);

[[nodiscard]] Json to_json(ObservationPriority const& it);

} // namespace artifactd
