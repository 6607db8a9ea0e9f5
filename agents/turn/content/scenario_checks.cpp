#include "agents/turn/content/document_checks.hpp"
#include "agents/turn/content/scene_seed.hpp"
#include "agents/turn/folded_text.hpp"
#include "agents/turn/limits.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <map>

namespace artifactd::turn {

namespace {

using Findings = std::vector<Finding>;

class ScenarioCheck {
public:
  ScenarioCheck(Scenario const& scenario, DocumentPlace const& place, Library const& library)
      : scenario_(scenario), place_(place), library_(library) {}

  Result<Findings> judge();

private:
  void check_roles();
  Result<void> check_cast();
  void check_member(std::size_t index, Character const& character);
  Result<void> check_references();
  void check_goals();
  void check_observations();

  void error(std::string_view code, DocumentPlace const& place, Complaint complaint) {
    findings_.push_back(content_finding(code, place, std::move(complaint)));
  }
  void add(Findings more) { std::ranges::move(more, std::back_inserter(findings_)); }
  [[nodiscard]] DocumentPlace at(std::string_view member) const { return within(place_, member); }
  [[nodiscard]] bool has(std::string_view id) const {
    return std::ranges::find(scenario_.character_ids, id) != scenario_.character_ids.end();
  }
  [[nodiscard]] std::string ids_near(std::string_view word) const;

  Scenario const& scenario_;
  DocumentPlace const& place_;
  Library const& library_;
  std::map<std::string, std::string> names_; ///< folded name → id
  Findings findings_;
};

std::string ScenarioCheck::ids_near(std::string_view word) const {
  if (word == "user" || word == "player" || word == "persona") return scenario_.persona_id;
  return nearest(word, scenario_.character_ids);
}

void ScenarioCheck::check_roles() {
  auto const& ids = scenario_.character_ids;
  if (ids.size() > most_characters)
    error("turn.scenario", at("character_ids"),
          {.message = "there are too many characters",
           .expected = fmt::format("at most {}", most_characters),
           .found = fmt::format("{}", ids.size()),
           .hint = "Each of them costs a call in every turn: keep those who act."});
  if (!has(scenario_.persona_id))
    error("turn.scenario", at("character_ids"),
          {.message = "no character is the player's persona",
           .expected = fmt::format("{} among them", shown_text(scenario_.persona_id)),
           .found = fmt::format("{} others", ids.size()),
           .hint = "Add it, or name another in persona_id."});
  if (std::ranges::none_of(ids, [&](auto const& id) { return id != scenario_.persona_id; }))
    error("turn.scenario", at("character_ids"),
          {.message = "there is no character besides the player's persona",
           .expected = "at least one other character",
           .found = "none",
           .hint = "Add a character for the player to meet."});
}

void ScenarioCheck::check_member(std::size_t index, Character const& character) {
  auto const place = within(at("character_ids"), index);
  if (!character.ruleset_id.empty() && character.ruleset_id != scenario_.ruleset_id)
    error("turn.reference", place,
          {.message = fmt::format("{} belongs to another ruleset", shown_text(character.id)),
           .expected = fmt::format("a character of {}", shown_text(scenario_.ruleset_id)),
           .found = fmt::format("one of {}", shown_text(character.ruleset_id)),
           .hint = "Make a second character with a stat block for this ruleset."});
  if (character.stat_block.is_null())
    findings_.push_back(content_warning(
        "turn.draft", place,
        {.message = fmt::format("{} has no stat block, so no story can begin", shown_text(character.id)),
         .expected = "a character with a stat_block",
         .found = "null",
         .hint = "Add a stat block to the character."}));
  auto const [known, fresh] = names_.emplace(loosely(character.name), character.id);
  if (!fresh)
    error("turn.scenario", place,
          {.message = fmt::format("{} and {} have the same name", shown_text(known->second),
                                  shown_text(character.id)),
           .expected = "names that a reader can tell apart",
           .found = shown_text(character.name),
           .hint = "Rename one: case and blanks make no difference to a reader."});
}

Result<void> ScenarioCheck::check_cast() {
  auto const& ids = scenario_.character_ids;
  auto const looked_up = std::min(ids.size(), most_characters);
  for (std::size_t i = 0; i < looked_up; ++i) {
    auto const place = within(at("character_ids"), i);
    if (std::find(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i), ids[i]) !=
        ids.begin() + static_cast<std::ptrdiff_t>(i)) {
      error("turn.scenario", place,
            {.message = "a character is listed twice",
             .expected = "each character once",
             .found = shown_text(ids[i]),
             .hint = "Remove one."});
      continue;
    }
    auto const character = library_.character ? TRY(library_.character(ids[i])) : std::nullopt;
    if (character)
      check_member(i, *character);
    else
      error("turn.reference", place,
            {.message = "there is no such character",
             .expected = "the id of a character",
             .found = shown_text(ids[i]),
             .hint = "Import the character first, or in the same bundle."});
  }
  return {};
}

Result<void> ScenarioCheck::check_references() {
  auto const nowhere = [&](std::string_view member, std::string_view kind, std::string const& id) {
    error("turn.reference", at(member),
          {.message = fmt::format("there is no such {}", kind),
           .expected = fmt::format("the id of a {}", kind),
           .found = shown_text(id),
           .hint = fmt::format("Import the {} first, or in the same bundle.", kind)});
  };
  if (!scenario_.world_lore_id.empty()) {
    auto const lore = library_.world_lore ? TRY(library_.world_lore(scenario_.world_lore_id)) : std::nullopt;
    if (!lore) nowhere("world_lore_id", "world_lore", scenario_.world_lore_id);
  }
  auto const ruleset = library_.ruleset ? TRY(library_.ruleset(scenario_.ruleset_id)) : std::nullopt;
  if (!ruleset)
    nowhere("ruleset_id", "ruleset", scenario_.ruleset_id);
  else
    add(TRY(scene_seed_faults(scenario_.scene_seed, *ruleset, at("scene_seed"))));
  return {};
}

void ScenarioCheck::check_goals() {
  if (!scenario_.goals.is_object()) return;
  if (auto const size = compact(scenario_.goals).size(); size > longest_passage)
    return error("turn.scenario", at("goals"),
                 {.message = "the goals are too long",
                  .expected = fmt::format("at most {} bytes of JSON", longest_passage),
                  .found = fmt::format("{} bytes", size),
                  .hint = "A sentence for each character is enough."});
  for (auto const& [key, goal] : scenario_.goals.items()) {
    if (has(key)) continue;
    auto const meant = ids_near(key);
    findings_.push_back(content_warning(
        "turn.reference", within(at("goals"), key),
        {.message =
             fmt::format("{} is not the id of a character here, so this goal is unused", shown_text(key)),
         .expected = "one of character_ids",
         .found = shown_text(key),
         .hint = meant.empty() ? "Name a character by its id."
                               : fmt::format("Did you mean {}?", shown_text(meant))}));
  }
}

void ScenarioCheck::check_observations() {
  for (std::size_t i = 0; i < scenario_.observations.size(); ++i) {
    auto const& id = scenario_.observations[i].character_id;
    if (has(id)) continue;
    auto const meant = ids_near(id);
    error("turn.reference", within(within(at("observations"), i), "character_id"),
          {.message = "this is not one of the scenario's characters",
           .expected = "one of character_ids",
           .found = shown_text(id),
           .hint = meant.empty() ? "Name a character by its id."
                                 : fmt::format("Did you mean {}?", shown_text(meant))});
  }
}

Result<Findings> ScenarioCheck::judge() {
  check_roles();
  TRY(check_cast());
  TRY(check_references());
  add(TRY(first_state_faults(scenario_, at("scene_seed"))));
  check_goals();
  check_observations();
  return std::move(findings_);
}

} // namespace

Result<Findings> check(Scenario const& scenario, DocumentPlace const& place, Library const& library) {
  return ScenarioCheck(scenario, place, library).judge();
}

} // namespace artifactd::turn
