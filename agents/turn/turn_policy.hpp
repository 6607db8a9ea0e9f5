// How turns are played, as the operator has set it.
#pragma once

#include "agents/model/source.hpp"
#include "state/clock.hpp"

#include <string>
#include <vector>

namespace artifactd::turn {

struct TurnPolicy {
  std::string database;            ///< path of the stories, or URL of PostgreSQL
  std::string mirror;              ///< the directory of their mirrors
  std::string small;               ///< key of the model that resolves and reflects, where a story names none
  std::string large;               ///< key of the narrator's
  std::vector<std::string> models; ///< keys a story may choose besides these two
  Duration timeout = std::chrono::minutes(10); ///< of all model calls of a turn
  std::size_t prompt_bytes = 96 << 10;         ///< of one prompt: about 32,000 tokens
  model::ModelSource open = {};                ///< empty: there are no models

  [[nodiscard]] bool allows(std::string_view key) const noexcept;
  /// Those it allows.
  [[nodiscard]] std::vector<std::string> keys() const;
};

} // namespace artifactd::turn
