// How turns are played, as configured by the operator.
#pragma once

#include "agents/model/source.hpp"
#include "state/platform/clock.hpp"

#include <string>
#include <vector>

namespace artifactd::turn {

struct TurnPolicy {
  std::string database;            ///< path of the stories, or URL of PostgreSQL
  std::string mirror;              ///< directory of their mirrors
  std::string small;               ///< key of the model that resolves and reflects, unless a story names one
  std::string large;               ///< key of the narrator's model, likewise
  std::vector<std::string> models; ///< further keys that a story may choose
  Duration timeout = std::chrono::minutes(10); ///< for all model calls of a turn
  std::size_t prompt_bytes = 96 << 10;         ///< for one prompt: about 32,000 tokens
  model::ModelSource open = {};                ///< empty: there are no models

  [[nodiscard]] bool allows(std::string_view key) const noexcept;
  /// The allowed keys.
  [[nodiscard]] std::vector<std::string> keys() const;
};

} // namespace artifactd::turn
