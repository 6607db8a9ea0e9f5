// Checks of documents beyond their form: schemas compile, values fit them, ids exist, the cast can play.
// Findings point into the document (see DocumentPlace) but have no line and column yet.
#pragma once

#include "agents/turn/content/document.hpp"
#include "state/platform/result.hpp"

#include <functional>

namespace artifactd::turn {

/// Looks up documents by id, wherever they are kept. A missing function finds nothing.
struct Library {
  template <class Document>
  using Find = std::function<Result<std::optional<Document>>(std::string_view id)>;

  Find<Ruleset> ruleset{};
  Find<WorldLore> world_lore{};
  Find<Character> character{};
};

/// Looks in `documents` first, then in `others`. Refers to both.
[[nodiscard]] Library library_of(Documents const& documents, Library const& others);

/// Includes the faults of the mechanics (agents/turn/rules/mechanics.hpp). An Error comes only from the
/// library, or from a schema that takes too much work.
Result<std::vector<Finding>> check(Ruleset const& ruleset, DocumentPlace const& place);
Result<std::vector<Finding>> check(WorldLore const& lore, DocumentPlace const& place);
/// A null stat block is `turn.draft`, a warning.
Result<std::vector<Finding>> check(Character const& character, DocumentPlace const& place,
                                   Library const& library);
Result<std::vector<Finding>> check(Scenario const& scenario, DocumentPlace const& place,
                                   Library const& library);

/// Checks all of them against each other and `others`, and reports duplicate ids. Without line and column.
Result<std::vector<Finding>> check(Documents const& documents, Library const& others);

/// How a value violates one of the ruleset's schemas, `turn.stat_block` or `turn.scene_seed`, below
/// `place.pointer`. A schema that does not compile yields no findings here.
Result<std::vector<Finding>> stat_block_faults(Json const& stat_block, Ruleset const& ruleset,
                                               DocumentPlace const& place);
/// By the schema alone: `present` and `relations` belong to the engine and are judged here only if it
/// declares them.
Result<std::vector<Finding>> scene_seed_faults(Json const& scene_seed, Ruleset const& ruleset,
                                               DocumentPlace const& place);

} // namespace artifactd::turn
