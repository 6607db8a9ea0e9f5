// What the model calls of turns used, by step. Counts written turns, undone or not, each in the story it was
// played in; attempts that made no turn are not counted.
#pragma once

#include "agents/model/model.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/story.hpp"

#include <map>

namespace artifactd::turn {

struct StepSpending {
  std::uint64_t calls = 0; ///< including repairs and retries
  model::Usage usage;      ///< tokens, as reported by the endpoints
};

struct Spending {
  std::uint64_t turns = 0;
  std::map<std::string, StepSpending> steps; ///< by call: checks, outcome, reflection, narration
};

/// Turns since a moment; with `path` only those of the stories of that directory.
Result<Spending> spending(Store const& store, Time since = 0, std::string const& path = {});

} // namespace artifactd::turn
