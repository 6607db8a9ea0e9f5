// What documents have to be beyond their form: schemas that compile, values that fit them, ids that lead
// somewhere, a cast that can play. Findings point into the document (see DocumentPlace) and are not located.
#pragma once

#include "agents/turn/content/document.hpp"
#include "state/result.hpp"

#include <functional>

namespace artifactd::turn {

/// Documents by id, wherever they are kept. A function that is missing finds nothing.
struct Library {
  template <class Document>
  using Find = std::function<Result<std::optional<Document>>(std::string_view id)>;

  Find<Ruleset> ruleset{};
  Find<WorldLore> world_lore{};
  Find<Character> character{};
};

/// Those of `documents` first, then those of `others`. Refers to both.
[[nodiscard]] Library library_of(Documents const& documents, Library const& others);

/// With what the mechanics say that no engine can do (agents/turn/mechanics.hpp). An Error only from the
/// library, or when a schema asks for more work than it is worth.
Result<std::vector<Finding>> check(Ruleset const& ruleset, DocumentPlace const& place);
Result<std::vector<Finding>> check(WorldLore const& lore, DocumentPlace const& place);
/// A stat block that is null is `turn.draft`, a warning.
Result<std::vector<Finding>> check(Character const& character, DocumentPlace const& place,
                                   Library const& library);
Result<std::vector<Finding>> check(Scenario const& scenario, DocumentPlace const& place,
                                   Library const& library);

/// All of them, each by the others and by `others`, and ids that are used twice. Not located.
Result<std::vector<Finding>> check(Documents const& documents, Library const& others);

/// How a value breaks one of the ruleset's schemas, `turn.stat_block` or `turn.scene_seed`, below
/// `place.pointer`. A schema that does not compile says nothing here.
Result<std::vector<Finding>> stat_block_faults(Json const& stat_block, Ruleset const& ruleset,
                                               DocumentPlace const& place);
/// By the schema alone: `present` and `relations` are the engine's, and judged here only where it declares
/// them.
Result<std::vector<Finding>> scene_seed_faults(Json const& scene_seed, Ruleset const& ruleset,
                                               DocumentPlace const& place);

} // namespace artifactd::turn
