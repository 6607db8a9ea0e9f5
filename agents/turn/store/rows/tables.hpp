// The tables. Ids are texts, times int64 milliseconds, JSON is text. This is the SQLite version;
// server_tables.hpp translates it for PostgreSQL.
//
// Rows that belong to a scene refer only to the scene; their session_id is for queries, and `check` verifies
// it. Words are compared one by one: for an IN of three or more, SQLite makes a table for each written row.
#pragma once

#include "agents/turn/store/rows/second_layout.hpp"
#include "agents/turn/store/rows/third_layout.hpp"

#include <array>

namespace artifactd::turn {

inline constexpr auto first_layout = R"sql(
CREATE TABLE rulesets(
  id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, rulebook_text TEXT NOT NULL,
  character_stat_schema TEXT CHECK(character_stat_schema IS NULL OR json_valid(character_stat_schema)),
  scene_state_schema TEXT CHECK(scene_state_schema IS NULL OR json_valid(scene_state_schema)),
  mechanics_guidance TEXT CHECK(mechanics_guidance IS NULL OR json_valid(mechanics_guidance)),
  schema_version INTEGER NOT NULL, digest TEXT NOT NULL, version INTEGER NOT NULL, importer INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE TABLE world_lore(
  id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, lore_text TEXT NOT NULL,
  lore_json TEXT CHECK(lore_json IS NULL OR json_valid(lore_json)),
  schema_version INTEGER NOT NULL, digest TEXT NOT NULL, version INTEGER NOT NULL, importer INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE TABLE characters(
  id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL,
  base_profile TEXT CHECK(base_profile IS NULL OR json_valid(base_profile)),
  ruleset_id TEXT NOT NULL REFERENCES rulesets(id) DEFERRABLE INITIALLY DEFERRED,
  stat_block TEXT CHECK(stat_block IS NULL OR json_valid(stat_block)),
  schema_version INTEGER NOT NULL, digest TEXT NOT NULL, version INTEGER NOT NULL, importer INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE INDEX characters_of_ruleset ON characters(ruleset_id);
CREATE TABLE scenarios(
  id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, summary TEXT NOT NULL,
  ruleset_id TEXT NOT NULL REFERENCES rulesets(id) DEFERRABLE INITIALLY DEFERRED,
  world_lore_id TEXT REFERENCES world_lore(id) DEFERRABLE INITIALLY DEFERRED,
  character_ids TEXT NOT NULL CHECK(json_valid(character_ids)), persona_id TEXT NOT NULL,
  scene_seed TEXT CHECK(scene_seed IS NULL OR json_valid(scene_seed)),
  stakes TEXT NOT NULL, goals TEXT CHECK(goals IS NULL OR json_valid(goals)), tone TEXT NOT NULL,
  intro_seed TEXT NOT NULL,
  content_rules TEXT NOT NULL, observations TEXT NOT NULL CHECK(json_valid(observations)),
  schema_version INTEGER NOT NULL, digest TEXT NOT NULL, version INTEGER NOT NULL, importer INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE INDEX scenarios_of_ruleset ON scenarios(ruleset_id);
CREATE INDEX scenarios_of_world ON scenarios(world_lore_id);
CREATE TABLE scenario_characters(
  scenario_id TEXT NOT NULL REFERENCES scenarios(id) ON DELETE CASCADE,
  character_id TEXT NOT NULL REFERENCES characters(id) DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY(scenario_id, character_id)) STRICT;
CREATE INDEX scenarios_of_character ON scenario_characters(character_id);
CREATE TABLE content_versions(
  kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, digest TEXT NOT NULL,
  document TEXT NOT NULL CHECK(json_valid(document)), importer INTEGER NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY(kind, id, version)) STRICT;

CREATE TABLE sessions(
  id TEXT NOT NULL PRIMARY KEY,
  scenario_id TEXT NOT NULL REFERENCES scenarios(id), ruleset_id TEXT NOT NULL REFERENCES rulesets(id),
  world_lore_id TEXT REFERENCES world_lore(id),
  character_ids TEXT NOT NULL CHECK(json_valid(character_ids)),
  current_scene_id TEXT NOT NULL REFERENCES scenes(id) DEFERRABLE INITIALLY DEFERRED,
  small_model_key TEXT NOT NULL, large_model_key TEXT NOT NULL,
  dice_seed TEXT NOT NULL, seed_chosen INTEGER NOT NULL CHECK(seed_chosen IN (0, 1)),
  frozen TEXT NOT NULL CHECK(json_valid(frozen)), frozen_digest TEXT NOT NULL,
  parent_session_id TEXT REFERENCES sessions(id) ON DELETE SET NULL,
  parent_scene_id TEXT REFERENCES scenes(id) ON DELETE SET NULL,
  root TEXT, path TEXT, device INTEGER, inode INTEGER, birth_ns INTEGER, owner INTEGER,
  ended_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE UNIQUE INDEX sessions_of_directory ON sessions(root, path, device, inode, birth_ns, owner)
  WHERE ended_at IS NULL AND root IS NOT NULL;
CREATE INDEX sessions_of_place ON sessions(root, path);
CREATE INDEX sessions_of_scenario ON sessions(scenario_id);
CREATE INDEX sessions_of_ruleset ON sessions(ruleset_id);
CREATE INDEX sessions_of_world ON sessions(world_lore_id);
CREATE INDEX sessions_at_scene ON sessions(current_scene_id);
CREATE INDEX sessions_from_session ON sessions(parent_session_id);
CREATE INDEX sessions_from_scene ON sessions(parent_scene_id);
CREATE TABLE session_characters(
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  character_id TEXT NOT NULL REFERENCES characters(id),
  role TEXT NOT NULL CHECK(role IN ('npc', 'user_persona')), position INTEGER NOT NULL,
  created_at INTEGER NOT NULL, PRIMARY KEY(session_id, character_id)) STRICT;
CREATE UNIQUE INDEX personas ON session_characters(session_id) WHERE role = 'user_persona';
CREATE INDEX sessions_of_character ON session_characters(character_id);

CREATE TABLE scenes(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  scene_index INTEGER NOT NULL CHECK(scene_index >= 0), base_scene_id TEXT REFERENCES scenes(id),
  state_json TEXT NOT NULL CHECK(json_valid(state_json)), created_at INTEGER NOT NULL, undone_at INTEGER,
  CHECK((scene_index = 0) = (base_scene_id IS NULL))) STRICT;
CREATE UNIQUE INDEX scenes_in_order ON scenes(session_id, scene_index) WHERE undone_at IS NULL;
CREATE INDEX scenes_of_session ON scenes(session_id, scene_index);
CREATE INDEX scenes_on_base ON scenes(base_scene_id);
CREATE TABLE observations(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE, character_id TEXT NOT NULL,
  content TEXT NOT NULL, content_key TEXT NOT NULL,
  first_importance INTEGER NOT NULL CHECK(first_importance BETWEEN 1 AND 5),
  importance INTEGER NOT NULL CHECK(importance BETWEEN 1 AND 5),
  reinforcement_count INTEGER NOT NULL DEFAULT 0 CHECK(reinforcement_count >= 0), created_at INTEGER NOT NULL,
  FOREIGN KEY(session_id, character_id) REFERENCES session_characters(session_id, character_id)) STRICT;
CREATE INDEX observations_by_strength ON observations(session_id, character_id, importance,
  (CASE WHEN reinforcement_count < 3 THEN reinforcement_count ELSE 3 END), created_at DESC, id);
CREATE INDEX observations_by_content ON observations(session_id, character_id, content_key);
CREATE INDEX observations_of_scene ON observations(scene_id);
CREATE TABLE reinforcements(
  observation_id TEXT NOT NULL REFERENCES observations(id) ON DELETE CASCADE,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  importance INTEGER NOT NULL CHECK(importance BETWEEN 1 AND 5), PRIMARY KEY(observation_id, scene_id)) STRICT;
CREATE INDEX reinforcements_of_scene ON reinforcements(scene_id);
CREATE TABLE actions(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE, character_id TEXT NOT NULL,
  position INTEGER NOT NULL, action_text TEXT NOT NULL,
  intent_tags TEXT CHECK(intent_tags IS NULL OR json_valid(intent_tags)),
  resolved_outcome TEXT CHECK(resolved_outcome IS NULL OR json_valid(resolved_outcome)), created_at INTEGER NOT NULL,
  UNIQUE(scene_id, character_id),
  FOREIGN KEY(session_id, character_id) REFERENCES session_characters(session_id, character_id)) STRICT;
CREATE INDEX actions_of_character ON actions(session_id, character_id);
CREATE TABLE scene_relations(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  character_a_id TEXT NOT NULL, character_b_id TEXT NOT NULL,
  trust INTEGER NOT NULL CHECK(trust BETWEEN -10 AND 10),
  tension INTEGER NOT NULL CHECK(tension BETWEEN -10 AND 10),
  closeness INTEGER NOT NULL CHECK(closeness BETWEEN -10 AND 10), created_at INTEGER NOT NULL,
  CHECK(character_a_id < character_b_id), UNIQUE(scene_id, character_a_id, character_b_id)) STRICT;
CREATE TABLE messages(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE, position INTEGER NOT NULL,
  role TEXT NOT NULL CHECK(role = 'user' OR role = 'narrator' OR role = 'intro'), content TEXT NOT NULL,
  created_at INTEGER NOT NULL, UNIQUE(scene_id, position)) STRICT;
CREATE TABLE dice_rolls(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE, roll_index INTEGER NOT NULL,
  expression TEXT NOT NULL, seed TEXT NOT NULL, generator TEXT NOT NULL,
  rolls TEXT NOT NULL CHECK(json_valid(rolls)), dice TEXT NOT NULL CHECK(json_valid(dice)),
  modifier INTEGER NOT NULL, total INTEGER NOT NULL, context TEXT CHECK(context IS NULL OR json_valid(context)),
  created_at INTEGER NOT NULL, UNIQUE(scene_id, roll_index)) STRICT;
CREATE TABLE turns(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  user_action_id TEXT NOT NULL,
  what TEXT NOT NULL CHECK(what = 'say' OR what = 'begin' OR what = 'undo' OR what = 'redo' OR what = 'branch' OR
                                what = 'models' OR what = 'end'),
  text_sha256 TEXT NOT NULL, scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  result TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE(session_id, user_action_id)) STRICT;
CREATE INDEX turns_of_scene ON turns(scene_id);
CREATE TABLE turn_attempts(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  user_action_id TEXT NOT NULL, attempt INTEGER NOT NULL, base_scene_id TEXT NOT NULL, text TEXT NOT NULL,
  state TEXT NOT NULL CHECK(state = 'running' OR state = 'done' OR state = 'failed' OR state = 'stale'),
  error_code TEXT, message TEXT,
  spent TEXT CHECK(spent IS NULL OR json_valid(spent)), pid INTEGER NOT NULL, process_start INTEGER NOT NULL,
  boot_id TEXT NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER,
  UNIQUE(session_id, user_action_id, attempt)) STRICT;
CREATE UNIQUE INDEX running_attempts ON turn_attempts(session_id) WHERE state = 'running';
CREATE TABLE turn_replies(
  attempt_id TEXT NOT NULL REFERENCES turn_attempts(id) ON DELETE CASCADE, ordinal INTEGER NOT NULL,
  digest TEXT NOT NULL, reply TEXT NOT NULL CHECK(json_valid(reply)), PRIMARY KEY(attempt_id, ordinal)) STRICT;
CREATE TABLE turn_events(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  scene_id TEXT REFERENCES scenes(id) ON DELETE CASCADE,
  attempt_id TEXT REFERENCES turn_attempts(id) ON DELETE CASCADE,
  turn_index INTEGER NOT NULL, position INTEGER NOT NULL,
  event_type TEXT NOT NULL CHECK(event_type = 'user_action' OR event_type = 'model_output' OR
                                      event_type = 'tool_call' OR event_type = 'state_apply' OR
                                      event_type = 'error'),
  step_name TEXT CHECK(step_name = 'ruleset_resolution' OR step_name = 'reflection' OR step_name = 'narrator' OR
                            step_name = 'engine_apply'),
  payload_json TEXT NOT NULL CHECK(json_valid(payload_json)), model_key TEXT, prompt_version TEXT,
  created_at INTEGER NOT NULL) STRICT;
CREATE INDEX events_in_order ON turn_events(session_id, turn_index, position);
CREATE INDEX events_of_scene ON turn_events(scene_id);
CREATE INDEX events_of_attempt ON turn_events(attempt_id);
)sql";

/// The layout of the tables: stored in SQLite's PRAGMA user_version and in PostgreSQL's
/// artifactd.store_layout.
inline constexpr int store_layout = 3;

/// Element i upgrades layout i to layout i + 1.
inline constexpr std::array<char const*, store_layout> migrations = {first_layout, second_layout,
                                                                     third_layout};

} // namespace artifactd::turn
