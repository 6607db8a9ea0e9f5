#include "agents/turn/append.hpp"
#include "agents/turn/content/content_finding.hpp"
#include "agents/turn/content/document_checks.hpp"
#include "agents/turn/generation.hpp"
#include "agents/turn/limits.hpp"
#include "agents/turn/prompts/schema_parts.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

using Faults = std::vector<std::string>;

constexpr std::size_t longest_generated_text = 16 << 10; // characters: of a summary, an intro, a trait
constexpr std::size_t longest_id = 64;
constexpr std::size_t most_traits = 16;
constexpr std::string_view cast_pointer = "/character_ids/";

/// The members that a scenario takes from the reply unchanged.
constexpr std::array scenario_members = {"title",      "summary",    "tone",  "stakes",      "intro_seed",
                                         "persona_id", "scene_seed", "goals", "observations"};

Json texts_by_name(std::size_t most) {
  return {{"type", "object"},
          {"maxProperties", most},
          {"additionalProperties", text_schema(longest_generated_text)}};
}

Json characters_schema(GenerationGround const& ground) {
  auto const room = most_characters - std::min(most_characters, ground.cast.size());
  return list_schema(room, object_schema({{"id", text_schema(longest_id)},
                                          {"name", text_schema(longest_name)},
                                          {"base_profile", texts_by_name(most_traits)},
                                          {"stat_block", typed_schema("object")}},
                                         {"id", "name", "base_profile", "stat_block"}));
}

Json first_observations_schema() {
  return list_schema(most_generated_observations,
                     object_schema({{"character_id", text_schema(longest_id)},
                                    {"content", text_schema(longest_observation)},
                                    {"importance", whole_schema(1, 5)}},
                                   {"character_id", "content", "importance"}));
}

Json reply_schema(GenerationGround const& ground) {
  auto const text = text_schema(longest_generated_text);
  return object_schema({{"title", text_schema(longest_name)},
                        {"summary", text},
                        {"tone", text},
                        {"stakes", text},
                        {"intro_seed", text},
                        {"persona_id", text_schema(longest_id)},
                        {"characters", characters_schema(ground)},
                        {"scene_seed", typed_schema("object")},
                        {"goals", texts_by_name(most_characters)},
                        {"observations", first_observations_schema()}},
                       {"title", "summary", "tone", "stakes", "intro_seed", "persona_id", "characters",
                        "scene_seed", "observations"});
}

bool is_taken(GenerationGround const& ground, DocumentKind kind, std::string_view id) {
  return ground.taken && ground.taken(kind, id);
}

/// Findings have pointers into the reply, whose members have the documents' names.
Documents documents_of(GenerationGround const& ground, Json const& reply, std::vector<Finding>& findings) {
  Documents documents;
  Json scenario = {{"ruleset_id", ground.ruleset.id}, {"character_ids", Json::array()}};
  if (!ground.world_lore.id.empty()) scenario["world_lore_id"] = ground.world_lore.id;
  scenario["id"] = slug(text_member(reply, "title"),
                        [&](std::string_view id) { return is_taken(ground, DocumentKind::scenario, id); });
  for (auto const* name : scenario_members)
    if (auto const found = reply.find(name); found != reply.end()) scenario[name] = *found;
  for (auto const& each : ground.cast)
    scenario["character_ids"].push_back(each.id);
  auto const& characters = reply["characters"];
  for (std::size_t i = 0; i < characters.size(); ++i) {
    Json character = {{"ruleset_id", ground.ruleset.id}};
    for (auto const* name : {"id", "name", "base_profile", "stat_block"})
      character[name] = characters[i][name];
    DocumentPlace const place{.pointer = fmt::format("/characters/{}", i)};
    if (auto read = read_character(character, place, findings)) {
      scenario["character_ids"].push_back(read->id);
      documents.characters.push_back({*std::move(read), place});
    }
  }
  if (auto read = read_scenario(scenario, {}, findings)) documents.scenarios.push_back({*std::move(read)});
  return documents;
}

Library library_on(GenerationGround const& ground) {
  auto const one = [](auto const& document) {
    return [&document](std::string_view id) -> Result<std::optional<std::decay_t<decltype(document)>>> {
      return document.id == id ? std::optional(document) : std::nullopt;
    };
  };
  return {.ruleset = one(ground.ruleset),
          .world_lore = one(ground.world_lore),
          .character = [&ground](std::string_view id) -> Result<std::optional<Character>> {
            auto const found = std::ranges::find(ground.cast, id, &Character::id);
            return found == ground.cast.end() ? std::nullopt : std::optional(*found);
          }};
}

/// Converts a pointer into the scenario for the model: its list of ids is the cast, then the new characters.
std::string told_pointer(GenerationGround const& ground, std::string const& pointer) {
  if (pointer == cast_pointer.substr(0, cast_pointer.size() - 1)) return "/characters";
  if (!pointer.starts_with(cast_pointer)) return pointer;
  std::size_t index = 0;
  std::from_chars(pointer.data() + cast_pointer.size(), pointer.data() + pointer.size(), index);
  if (index < ground.cast.size()) return "/characters";
  return fmt::format("/characters/{}", index - ground.cast.size());
}

/// A goal of an unknown character is a warning in a document, but a fault here: a model can retry.
bool is_fault(Finding const& finding) {
  return finding.severity == Severity::error || finding.code == "turn.reference";
}

Faults faults_of(GenerationGround const& ground, std::vector<Finding> const& findings) {
  Faults faults;
  for (auto const& each : findings)
    if (is_fault(each))
      faults.push_back(fmt::format("{}: {}: expected {}, found {}",
                                   told_pointer(ground, each.pointer.value_or("")), each.message,
                                   each.expected, each.found));
  return faults;
}

Faults id_faults(GenerationGround const& ground, std::vector<Placed<Character>> const& characters) {
  Faults faults;
  for (auto const& [character, place] : characters)
    if (is_taken(ground, DocumentKind::character, character.id))
      faults.push_back(
          fmt::format("{}/id: {} is a character that exists already: give the new one another id",
                      place.pointer, printable(character.id)));
  return faults;
}

Faults reply_faults(GenerationGround const& ground, Json const& reply) {
  std::vector<Finding> findings;
  auto const documents = documents_of(ground, reply, findings);
  if (has_error(findings)) return faults_of(ground, findings);
  auto faults = id_faults(ground, documents.characters);
  auto judged = check(documents, library_on(ground));
  if (!judged) return {fmt::format("/scene_seed: {}", judged.error().message)};
  append(faults, faults_of(ground, *judged));
  return faults;
}

} // namespace

model::Contract generation_contract(GenerationGround const& ground) {
  return {{"turn_scenario", reply_schema(ground)},
          [&ground](Json const& reply) { return reply_faults(ground, reply); }};
}

Generated generated_documents(GenerationGround const& ground, Json const& reply) {
  std::vector<Finding> passed_over;
  auto documents = documents_of(ground, reply, passed_over);
  Generated generated{.scenario = std::move(documents.scenarios.front().document), .characters = {}};
  for (auto& each : documents.characters)
    generated.characters.push_back(std::move(each.document));
  return generated;
}

} // namespace artifactd::turn
