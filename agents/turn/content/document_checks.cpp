#include "agents/turn/content/document_checks.hpp"

#include "agents/turn/append.hpp"
#include "agents/turn/content/schema_faults.hpp"
#include "agents/turn/limits.hpp"
#include "agents/turn/prompts/lore.hpp"
#include "agents/turn/rules/mechanics.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <set>
#include <span>

namespace artifactd::turn {

namespace {

using Findings = std::vector<Finding>;

constexpr std::size_t most_lines = 100;          // findings that one of our readers may add
constexpr std::size_t largest_profile = 4 << 20; // bytes of a base_profile, including a card's lorebook

void check_size(Findings& findings, Json const& value, std::size_t limit, std::string_view code,
                DocumentPlace const& place) {
  if (auto const size = compact(value).size(); size > limit)
    findings.push_back(content_finding(code, place,
                                       {.message = "this is too large",
                                        .expected = fmt::format("at most {} bytes of JSON", limit),
                                        .found = fmt::format("{} bytes", size),
                                        .hint = "Shorten it."}));
}

/// Converts a line of one of our readers: "/pointer: message".
Finding told_finding(std::string_view line, std::string_view code, DocumentPlace const& place) {
  auto const end = std::min(line.find(": "), line.size());
  auto const pointer = line.substr(0, end);
  auto const message = line.substr(std::min(end + 2, line.size()));
  return content_finding(code, {place.file, place.pointer + std::string(pointer)},
                         {.message = std::string(message),
                          .expected = "what the engine supports",
                          .found = std::string(pointer.substr(pointer.rfind('/') + 1)),
                          .hint = "Correct it, or remove it."});
}

void append_told(Findings& findings, std::vector<std::string> const& lines, Severity severity,
                 std::string_view code, DocumentPlace const& place) {
  for (auto const& line : std::span(lines).first(std::min(lines.size(), most_lines))) {
    findings.push_back(told_finding(line, code, place));
    findings.back().severity = severity;
  }
}

template <class Document>
Library::Find<Document> first_of(std::vector<Placed<Document>> const& documents,
                                 Library::Find<Document> others) {
  return [&documents, others = std::move(others)](std::string_view id) -> Result<std::optional<Document>> {
    auto const found =
        std::ranges::find_if(documents, [&](auto const& each) { return each.document.id == id; });
    if (found != documents.end()) return found->document;
    if (others) return others(id);
    return std::optional<Document>();
  };
}

template <class Document>
void check_distinct(Findings& findings, std::vector<Placed<Document>> const& documents,
                    std::string_view code) {
  std::set<std::string_view> ids;
  for (auto const& each : documents)
    if (!ids.insert(each.document.id).second)
      findings.push_back(content_finding(code, within(each.place, "id"),
                                         {.message = "another document of this kind has the same id",
                                          .expected = "an id of its own",
                                          .found = shown_text(each.document.id),
                                          .hint = "Rename one of them, and update what refers to it."}));
}

} // namespace

Library library_of(Documents const& documents, Library const& others) {
  Library library;
  library.ruleset = first_of(documents.rulesets, others.ruleset);
  library.world_lore = first_of(documents.world_lore, others.world_lore);
  library.character = first_of(documents.characters, others.character);
  return library;
}

Result<Findings> check(Ruleset const& ruleset, DocumentPlace const& place) {
  Findings findings;
  auto const check_schema = [&](Json const& schema, std::string_view name) {
    check_size(findings, schema, largest_rulebook, "turn.schema", within(place, name));
    append(findings, schema_faults(schema, within(place, name)));
  };
  check_schema(ruleset.character_stat_schema, "character_stat_schema");
  check_schema(ruleset.scene_state_schema, "scene_state_schema");
  check_size(findings, ruleset.mechanics_guidance, largest_rulebook, "turn.ruleset",
             within(place, "mechanics_guidance"));
  // Mechanics are compared with the schemas only if those are valid.
  auto const mechanics =
      has_error(findings) ? read_mechanics(ruleset.mechanics_guidance) : read_mechanics(ruleset);
  append_told(findings, mechanics.faults, Severity::error, "turn.ruleset", place);
  append_told(findings, mechanics.warnings, Severity::warning, "turn.ruleset", place);
  return findings;
}

Result<Findings> check(WorldLore const& lore, DocumentPlace const& place) {
  Findings findings;
  check_size(findings, lore.lore_json, largest_document, "turn.lore", within(place, "lore_json"));
  if (lore.lore_text.size() > largest_rulebook)
    findings.push_back(content_finding("turn.lore", within(place, "lore_text"),
                                       {.message = "the lore is too long",
                                        .expected = fmt::format("at most {} bytes", largest_rulebook),
                                        .found = fmt::format("{} bytes", lore.lore_text.size()),
                                        .hint = "Disable or remove entries."}));
  // Whatever can be read of an entry is used, so these are warnings.
  append_told(findings, read_lore(lore.lore_json).faults, Severity::warning, "turn.lore", place);
  return findings;
}

Result<Findings> stat_block_faults(Json const& stat_block, Ruleset const& ruleset,
                                   DocumentPlace const& place) {
  return value_faults(stat_block, ruleset.character_stat_schema, "turn.stat_block", place);
}

Result<Findings> check(Character const& character, DocumentPlace const& place, Library const& library) {
  Findings findings;
  check_size(findings, character.base_profile, largest_profile, "turn.character",
             within(place, "base_profile"));
  if (character.stat_block.is_null())
    findings.push_back(
        content_warning("turn.draft", place,
                        {.message = "the character has no stat block, so no story can use it",
                         .expected = "a stat_block that matches the ruleset's character_stat_schema",
                         .found = "null",
                         .hint = "Add one, or let a model propose one."}));
  if (character.ruleset_id.empty()) return findings;
  auto const ruleset = library.ruleset ? TRY(library.ruleset(character.ruleset_id)) : std::nullopt;
  if (!ruleset)
    findings.push_back(content_finding("turn.reference", within(place, "ruleset_id"),
                                       {.message = "there is no such ruleset",
                                        .expected = "the id of a ruleset",
                                        .found = shown_text(character.ruleset_id),
                                        .hint = "Import the ruleset first, or in the same bundle."}));
  else if (!character.stat_block.is_null())
    append(findings, TRY(stat_block_faults(character.stat_block, *ruleset, within(place, "stat_block"))));
  return findings;
}

Result<Findings> check(Documents const& documents, Library const& others) {
  Findings findings;
  auto const library = library_of(documents, others);
  check_distinct(findings, documents.rulesets, "turn.ruleset");
  check_distinct(findings, documents.world_lore, "turn.lore");
  check_distinct(findings, documents.characters, "turn.character");
  check_distinct(findings, documents.scenarios, "turn.scenario");
  for (auto const& each : documents.rulesets)
    append(findings, TRY(check(each.document, each.place)));
  for (auto const& each : documents.world_lore)
    append(findings, TRY(check(each.document, each.place)));
  for (auto const& each : documents.characters)
    append(findings, TRY(check(each.document, each.place, library)));
  for (auto const& each : documents.scenarios)
    append(findings, TRY(check(each.document, each.place, library)));
  keep_first(findings, {});
  return findings;
}

} // namespace artifactd::turn
