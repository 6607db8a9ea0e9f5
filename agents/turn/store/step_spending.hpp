// What the model calls of turns took, by step. Turns that were written count, taken back or not, each in the
// story it was played in; attempts that made no turn do not.
#pragma once

#include "agents/model/model.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/story.hpp"

#include <map>

namespace artifactd::turn {

struct StepSpending {
  std::uint64_t calls = 0; ///< repairs and retries included
  model::Usage usage;      ///< tokens, as endpoints told them
};

struct Spending {
  std::uint64_t turns = 0;
  std::map<std::string, StepSpending> steps; ///< by call: checks, outcome, reflection, narration
};

/// Of turns since a moment; of the stories of one directory where its path is given.
Result<Spending> spending(Store const& store, Time since = 0, std::string const& path = {});

} // namespace artifactd::turn
