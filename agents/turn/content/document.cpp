#include "agents/turn/content/document.hpp"

#include "agents/turn/content/document_members.hpp"
#include "agents/turn/limits.hpp"
#include "state/vocabulary/names.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::string_view usual_persona = "user-persona";

/// Ignores the members that the database sets.
void pass_over_times(DocumentMembers& reader) {
  static_cast<void>(reader.any("created_at"));
  static_cast<void>(reader.any("updated_at"));
}

template <class Document>
std::optional<Document> finished(DocumentMembers& reader, Document document) {
  document.schema_version = reader.schema_version();
  pass_over_times(reader);
  if (!reader.finish()) return std::nullopt;
  return document;
}

std::vector<std::string> read_ids(DocumentMembers& reader, std::string_view name) {
  std::vector<std::string> ids;
  auto const* list = reader.list(name, Need::required);
  if (list == nullptr) return ids;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto const& each = (*list)[i];
    if (each.is_string() && is_document_id(each.get_ref<std::string const&>()))
      ids.push_back(each.get<std::string>());
    else
      reader.error(within(reader.at(name), i), {.message = "this is not the id of a character",
                                                .expected = "an id",
                                                .found = shown_value(each),
                                                .hint = "Name a character by its id."});
  }
  return ids;
}

std::vector<FirstObservation> read_observations(DocumentMembers& reader, std::vector<Finding>& findings) {
  std::vector<FirstObservation> observations;
  auto const* list = reader.list("observations", Need::optional);
  if (list == nullptr) return observations;
  if (constexpr auto most = most_observations * most_characters; list->size() > most) {
    reader.error(reader.at("observations"), {.message = "there are too many first observations",
                                             .expected = fmt::format("at most {}", most),
                                             .found = fmt::format("{}", list->size()),
                                             .hint = "Put what everybody knows into the world's lore."});
    return observations;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    DocumentMembers one((*list)[i], within(reader.at("observations"), i), "turn.scenario", findings);
    observations.push_back({.character_id = one.id("character_id", Need::required),
                            .content = one.text("content", Need::required, longest_observation),
                            .importance = one.whole("importance", 1, 5, 1)});
    if (!one.finish()) reader.fail();
  }
  return observations;
}

} // namespace

std::string_view document_word(DocumentKind kind) noexcept {
  constexpr std::array<std::string_view, 4> words = {"ruleset", "world_lore", "character", "scenario"};
  return words[static_cast<std::size_t>(kind)];
}

bool is_document_id(std::string_view id) {
  return Name::parse(id).has_value();
}

std::optional<Ruleset> read_ruleset(Json const& json, DocumentPlace const& place,
                                    std::vector<Finding>& findings) {
  DocumentMembers reader(json, place, "turn.ruleset", findings);
  reader.refuse_nul();
  return finished(reader,
                  Ruleset{.id = reader.id("id", Need::required),
                          .name = reader.text("name", Need::required, longest_name),
                          .rulebook_text = reader.text("rulebook_text", Need::required, largest_rulebook),
                          .character_stat_schema = reader.object("character_stat_schema", Need::required),
                          .scene_state_schema = reader.object("scene_state_schema", Need::required),
                          .mechanics_guidance = reader.object("mechanics_guidance", Need::optional)});
}

std::optional<WorldLore> read_world_lore(Json const& json, DocumentPlace const& place,
                                         std::vector<Finding>& findings) {
  DocumentMembers reader(json, place, "turn.lore", findings);
  reader.refuse_nul();
  auto const* lore_json = reader.any("lore_json");
  return finished(reader, WorldLore{.id = reader.id("id", Need::required),
                                    .name = reader.text("name", Need::required, longest_name),
                                    .lore_text = reader.text("lore_text", Need::optional, largest_rulebook),
                                    .lore_json = lore_json == nullptr ? Json(nullptr) : *lore_json});
}

std::optional<Character> read_character(Json const& json, DocumentPlace const& place,
                                        std::vector<Finding>& findings) {
  DocumentMembers reader(json, place, "turn.character", findings);
  reader.refuse_nul();
  Character character{.id = reader.id("id", Need::required),
                      .name = reader.text("name", Need::required, longest_name),
                      .base_profile = reader.object("base_profile", Need::optional),
                      .ruleset_id = reader.id("ruleset_id", Need::optional),
                      .stat_block = reader.object("stat_block", Need::optional)};
  if (character.base_profile.is_null()) character.base_profile = Json::object();
  if (!character.stat_block.is_null() && character.ruleset_id.empty())
    reader.error(reader.place(), {.message = "there is a stat block, but no ruleset that says what it means",
                                  .expected = "ruleset_id",
                                  .found = "no such member",
                                  .hint = "Add ruleset_id."});
  return finished(reader, std::move(character));
}

std::optional<Scenario> read_scenario(Json const& json, DocumentPlace const& place,
                                      std::vector<Finding>& findings) {
  DocumentMembers reader(json, place, "turn.scenario", findings);
  reader.refuse_nul();
  Scenario scenario{.id = reader.id("id", Need::required),
                    .title = reader.text("title", Need::required, longest_name),
                    .summary = reader.text("summary", Need::optional, longest_passage),
                    .ruleset_id = reader.id("ruleset_id", Need::required),
                    .world_lore_id = reader.id("world_lore_id", Need::optional),
                    .character_ids = read_ids(reader, "character_ids"),
                    .persona_id = reader.id("persona_id", Need::optional),
                    .scene_seed = reader.object("scene_seed", Need::optional),
                    .stakes = reader.text("stakes", Need::optional, longest_passage),
                    .goals = reader.object("goals", Need::optional),
                    .tone = reader.text("tone", Need::optional, longest_passage),
                    .intro_seed = reader.text("intro_seed", Need::optional, longest_passage),
                    .content_rules = reader.text("content_rules", Need::optional, longest_passage),
                    .observations = read_observations(reader, findings)};
  if (scenario.persona_id.empty()) scenario.persona_id = usual_persona;
  if (scenario.scene_seed.is_null()) scenario.scene_seed = Json::object();
  return finished(reader, std::move(scenario));
}

} // namespace artifactd::turn
