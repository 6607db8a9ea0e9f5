#include "agents/turn/prompts/told_documents.hpp"

#include "agents/turn/content/told_story.hpp"
#include "agents/turn/known_values.hpp"

namespace artifactd::turn {

namespace {

using SharedTold = std::shared_ptr<ToldDocuments const>;
constexpr std::size_t most_known = 16; // each with the documents it was made from

} // namespace

Result<SharedTold> told_documents(SharedDocuments const& documents) {
  static KnownValues<SharedDocuments, SharedTold, most_known> known;
  if (auto found = known.of(documents)) return *std::move(found);
  auto rules = TRY(state_rules(documents->ruleset, cast_of(documents->scenario)));
  auto story = told_story(*documents);
  auto lore = read_lore(story.world_lore.lore_json).entries;
  return known.keep(documents, std::make_shared<ToldDocuments const>(
                                   ToldDocuments{std::move(story), std::move(rules), std::move(lore)}));
}

} // namespace artifactd::turn
