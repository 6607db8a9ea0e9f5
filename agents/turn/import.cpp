#include "agents/turn/import.hpp"

#include "agents/turn/append.hpp"
#include "agents/turn/content/content_finding.hpp"

#include <iterator>

namespace artifactd::turn {

namespace {

/// Characters and lore of a card become documents; its draft of a scenario has neither cast nor state.
void take_card(CardDraft card, CardExtras const& extras, std::string const& file, Gathered& gathered,
               Documents& documents) {
  DocumentPlace const place{.file = file};
  if (extras.ruleset_id.empty() || extras.stat_block.is_null()) {
    gathered.findings.push_back(
        content_finding("turn.draft", place,
                        {.message = "the card has no numbers, so no story could use " + card.character.id,
                         .expected = "a ruleset and a stat block",
                         .found = "a card alone",
                         .hint = "Name them: --ruleset ID --stats FILE, a JSON object by the ruleset's "
                                 "character_stat_schema."}));
    return;
  }
  card.character.ruleset_id = extras.ruleset_id;
  card.character.stat_block = extras.stat_block;
  documents.characters.push_back({std::move(card.character), place});
  if (card.world_lore) documents.world_lore.push_back({*std::move(card.world_lore), place});
  if (card.scenario)
    gathered.findings.push_back(content_warning(
        "turn.draft", place,
        {.message = "the card's scenario is only a draft: it has neither a cast nor a first state",
         .expected = {},
         .found = {},
         .hint = "Write a scenario for the character and import that."}));
}

void take(ImportRead import, CardExtras const& extras, std::string const& file, Gathered& gathered,
          Documents& documents) {
  append(gathered.findings, std::move(import.findings));
  append(documents.rulesets, std::move(import.documents.rulesets));
  append(documents.world_lore, std::move(import.documents.world_lore));
  append(documents.characters, std::move(import.documents.characters));
  append(documents.scenarios, std::move(import.documents.scenarios));
  if (import.card) take_card(*std::move(import.card), extras, file, gathered, documents);
  if (import.chat)
    gathered.findings.push_back(
        content_finding("turn.document", {.file = file},
                        {.message = "a chat is no document that stories are begun from",
                         .expected = "rulesets, lore, characters, scenarios, cards or lorebooks",
                         .found = "a chat",
                         .hint = "Leave the file out."}));
}

/// Findings about JSON get their lines.
void locate_all(std::vector<Finding>& findings, std::span<ImportFile const> files) {
  for (auto const& file : files)
    if (auto const text = read_content(file.name, file.bytes, format_of(file.name))) locate(findings, *text);
}

template <class Document>
Library::Find<Document> finder(Store const& store, DocumentKind kind) {
  return [&store, kind](std::string_view id) -> Result<std::optional<Document>> {
    auto const found = TRY(content(store, kind, std::string(id)));
    return found ? std::optional(std::get<Document>(*found)) : std::nullopt;
  };
}

} // namespace

Library stored_library(Store const& store) {
  return {.ruleset = finder<Ruleset>(store, DocumentKind::ruleset),
          .world_lore = finder<WorldLore>(store, DocumentKind::world_lore),
          .character = finder<Character>(store, DocumentKind::character)};
}

Result<Gathered> gather(Store const& store, std::span<ImportFile const> files, CardExtras const& extras) {
  Gathered gathered;
  Documents documents;
  auto const taken = [&store](DocumentKind kind, std::string_view id) {
    auto const found = content(store, kind, std::string(id));
    return found && *found;
  };
  for (auto const& file : files)
    take(read_import(file.name, file.bytes, taken), extras, file.name, gathered, documents);
  if (!has_error(gathered.findings)) {
    auto judged = TRY(check(documents, stored_library(store)));
    locate_all(judged, files);
    append(gathered.findings, std::move(judged));
  }
  put_errors_first(gathered.findings);
  auto const add = [&gathered](auto const& placed) {
    for (auto const& each : placed)
      gathered.contents.emplace_back(each.document);
  };
  add(documents.rulesets);
  add(documents.world_lore);
  add(documents.characters);
  add(documents.scenarios);
  return gathered;
}

} // namespace artifactd::turn
