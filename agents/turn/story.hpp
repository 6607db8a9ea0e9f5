// What a story consists of, as plain values: the four documents it begins with, and its state between two
// turns. Members have the names of the seed's fields (narrative turns, "Schema Drafts").
#pragma once

#include "state/json/json_text.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace artifactd::turn {

/// Milliseconds since the Unix epoch, UTC.
using Time = std::int64_t;
inline constexpr Time end_of_time = 253'402'300'800'000; ///< the year 10000 begins

struct Ruleset {
  std::string id;
  std::string name;
  std::string rulebook_text;
  Json character_stat_schema;
  Json scene_state_schema;
  Json mechanics_guidance = nullptr; ///< as written; agents/turn/rules/mechanics reads it
  int schema_version = 1;
};

struct WorldLore {
  std::string id;
  std::string name;
  std::string lore_text;
  Json lore_json = nullptr; ///< its `entries` are those of a lorebook
  int schema_version = 1;
};

struct Character {
  std::string id;
  std::string name;
  Json base_profile = Json::object();
  std::string ruleset_id;
  Json stat_block = nullptr; ///< null: a draft, which no story may use
  int schema_version = 1;
};

struct FirstObservation {
  std::string character_id;
  std::string content;
  int importance = 1; ///< 1 … 5
  auto operator<=>(FirstObservation const&) const = default;
};

struct Scenario {
  std::string id;
  std::string title;
  std::string summary;
  std::string ruleset_id;
  std::string world_lore_id;              ///< empty: no world
  std::vector<std::string> character_ids; ///< including the persona
  /// The player's character; if the document names none, "user-persona".
  std::string persona_id;
  Json scene_seed = Json::object();
  std::string stakes;
  Json goals = nullptr; ///< by character id
  std::string tone;
  std::string intro_seed;
  std::string content_rules;                  ///< limits that no prompt of the story may exceed; may be empty
  std::vector<FirstObservation> observations; ///< of scene 0
  int schema_version = 1;
};

/// The documents as they were when the story began or was rebased; later edits do not affect it.
struct Frozen {
  Ruleset ruleset;
  WorldLore world_lore; ///< its id is empty if the scenario has no world
  Scenario scenario;
  std::vector<Character> characters; ///< in the order of scenario.character_ids
};
using SharedDocuments = std::shared_ptr<Frozen const>; ///< not null

struct Relation {
  std::string a; ///< the smaller id, by bytes
  std::string b;
  int trust = 0;
  int tension = 0;
  int closeness = 0;
  bool operator==(Relation const&) const = default;
};

struct Scene {
  std::string id;
  std::int64_t scene_index = 0;
  Json state_json = Json::object(); ///< includes `present`, but not `relations`: those are rows
  std::vector<Relation> relations;  ///< by (a, b)
  Time created_at = 0;
};

struct Observation {
  std::string id;
  std::string character_id;
  std::string content;
  int importance = 1; ///< the effective one, which reinforcement may have raised
  std::int64_t reinforcement_count = 0;
  Time created_at = 0;
  std::int64_t scene_index = 0;
};

} // namespace artifactd::turn
