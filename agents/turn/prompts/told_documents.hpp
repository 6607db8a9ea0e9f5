// A story's documents as its turns use them: as told, with the ruleset's rules and the world's lore read.
#pragma once

#include "agents/turn/prompts/lore.hpp"
#include "agents/turn/rules/state_ops.hpp"

#include <memory>

namespace artifactd::turn {

struct ToldDocuments {
  Frozen story; ///< told_story()
  StateRules rules;
  std::vector<LoreEntry> lore; ///< of its world
};

/// Made once for the same object. Fault::invalid for a ruleset whose rules cannot be read.
Result<std::shared_ptr<ToldDocuments const>> told_documents(SharedDocuments const& documents);

} // namespace artifactd::turn
