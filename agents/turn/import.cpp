#include "agents/turn/import.hpp"

#include "agents/turn/append.hpp"
#include "agents/turn/content/content_finding.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace artifactd::turn {

namespace {

template <class Document>
Library::Find<Document> finder(Store const& store, DocumentKind kind) {
  return [&store, kind](std::string_view id) -> Result<std::optional<Document>> {
    auto const found = TRY(content(store, kind, std::string(id)));
    return found ? std::optional(std::get<Document>(*found)) : std::nullopt;
  };
}

/// What identifies a document that is imported twice. It excludes stat blocks: the same card with other
/// numbers is a new version of its character.
Json identity(Character const& character) {
  return {{"name", character.name}, {"ruleset", character.ruleset_id}, {"profile", character.base_profile}};
}
Json identity(WorldLore const& lore) {
  return {{"name", lore.name}, {"text", lore.lore_text}, {"json", lore.lore_json}};
}

/// Converts the gathered files to documents.
class Gathering {
public:
  Gathering(Store const& store, ImportRules const& rules, Gathered& gathered, Documents& documents)
      : known_(stored_library(store)), rules_(rules), gathered_(gathered), documents_(documents) {}

  void take(ImportFile const& file) {
    auto import = read_import(file.name, file.bytes, {});
    if (file.found && import.foreign) return leave_out(file.name);
    append(gathered_.findings, std::move(import.findings));
    append(documents_.rulesets, std::move(import.documents.rulesets));
    append(documents_.characters, std::move(import.documents.characters));
    append(documents_.scenarios, std::move(import.documents.scenarios));
    for (auto& lore : import.documents.world_lore)
      if (import.of_lorebook)
        add_named(documents_.world_lore, known_.world_lore, std::move(lore));
      else
        documents_.world_lore.push_back(std::move(lore));
    if (import.card) take_card(*std::move(import.card), {.file = file.name});
    if (import.chat) refuse_chat(file.name);
  }

private:
  void leave_out(std::string const& file) {
    gathered_.findings.push_back(content_warning(
        "turn.document", {.file = file},
        {.message = "left out: it is not a story document", .expected = {}, .found = {}, .hint = {}}));
  }

  /// A card's characters and lore become documents; its scenario draft, without cast or state, is dropped.
  void take_card(CardDraft card, DocumentPlace const& place) {
    if (rules_.ruleset_id.empty() || rules_.stat_block.is_null()) {
      gathered_.findings.push_back(
          content_finding("turn.draft", place,
                          {.message = "the card has no numbers, so no story could use " + card.character.id,
                           .expected = "a ruleset and a stat block",
                           .found = "a card alone",
                           .hint = "Name them: --ruleset ID --stats FILE, a JSON object by the ruleset's "
                                   "character_stat_schema."}));
      return;
    }
    card.character.ruleset_id = rules_.ruleset_id;
    card.character.stat_block = rules_.stat_block;
    add_named(documents_.characters, known_.character, {std::move(card.character), place});
    if (card.world_lore)
      add_named(documents_.world_lore, known_.world_lore, {*std::move(card.world_lore), place});
    if (card.scenario)
      gathered_.findings.push_back(content_warning(
          "turn.draft", place,
          {.message = "the card's scenario is only a draft: it has neither a cast nor a first state",
           .expected = {},
           .found = {},
           .hint = "Write a scenario for the character and import that."}));
  }

  void refuse_chat(std::string const& file) {
    gathered_.findings.push_back(content_finding(
        "turn.document", {.file = file},
        {.message = "a chat becomes a story, and needs a scenario and a directory",
         .expected = "--scenario ID --into DIR",
         .found = "a chat among documents",
         .hint = "Import it by itself: artifactctl turn import CHAT --scenario ID --into DIR"}));
  }

  /// Adds the document under the id of an equal one, or under a free one.
  template <class Document>
  void add_named(std::vector<Placed<Document>>& documents, Library::Find<Document> const& stored,
                 Placed<Document> placed) {
    auto const own = identity(placed.document);
    bool again = false; // the same as another one in these files
    placed.document.id = slug(placed.document.name, [&](std::string_view id) {
      auto const here =
          std::ranges::find_if(documents, [&](auto const& each) { return each.document.id == id; });
      again = here != documents.end() && identity(here->document) == own;
      if (here != documents.end()) return !again;
      auto const there = stored(id);
      return there && *there && identity(**there) != own;
    });
    if (!again) documents.push_back(std::move(placed));
  }

  Library known_;
  ImportRules const& rules_;
  Gathered& gathered_;
  Documents& documents_;
};

/// For a card only the character is renamed; its lore keeps its id.
Result<void> rename(Documents& documents, std::string const& id) {
  if (!is_document_id(id))
    return fail(Fault::invalid, fmt::format("\"{}\" is not a valid id of a document", printable(id)));
  auto const count = [](auto const& placed) { return placed.size(); };
  auto const others = count(documents.rulesets) + count(documents.scenarios);
  auto const characters = count(documents.characters);
  auto const lore = count(documents.world_lore);
  if (others + (characters > 0 ? characters : lore) != 1)
    return fail(Fault::invalid, "--as names one document, or the character of one card");
  for (auto& each : documents.rulesets)
    each.document.id = id;
  for (auto& each : documents.scenarios)
    each.document.id = id;
  for (auto& each : documents.characters)
    each.document.id = id;
  for (auto& each : documents.world_lore)
    if (characters == 0) each.document.id = id;
  return {};
}

/// Adds line and column to findings about JSON.
void locate_all(std::vector<Finding>& findings, std::span<ImportFile const> files) {
  for (auto const& file : files)
    if (auto const text = read_content(file.name, file.bytes, format_of(file.name))) locate(findings, *text);
}

} // namespace

Library stored_library(Store const& store) {
  return {.ruleset = finder<Ruleset>(store, DocumentKind::ruleset),
          .world_lore = finder<WorldLore>(store, DocumentKind::world_lore),
          .character = finder<Character>(store, DocumentKind::character)};
}

Result<Gathered> gather(Store const& store, std::span<ImportFile const> files, ImportRules const& rules,
                        OnProgress const& on_progress) {
  Gathered gathered;
  Documents documents;
  Gathering gathering(store, rules, gathered, documents);
  std::size_t taken = 0;
  for (auto const& file : files) {
    tell_progress(on_progress, {"reading documents", taken++, files.size()});
    gathering.take(file);
  }
  tell_progress(on_progress, {"checking documents", taken});
  if (!rules.as.empty() && !has_error(gathered.findings)) TRY(rename(documents, rules.as));
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
