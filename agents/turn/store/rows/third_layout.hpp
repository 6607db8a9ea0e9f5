// What layout 3 changes so that a turn is written to fewer pages: an index that repeats another, or that only
// a foreign key needed, is gone, and a story's documents, which no turn changes, are rows of their own.
//
// The ids of rows that nothing refers to have no index; `check` finds two that are the same.
#pragma once

namespace artifactd::turn {

inline constexpr auto third_layout = R"sql(
ALTER TABLE former_documents RENAME TO story_documents;
INSERT INTO story_documents(session_id, digest, frozen, created_at)
  SELECT id, frozen_digest, frozen, created_at FROM sessions WHERE true ON CONFLICT(session_id, digest) DO NOTHING;
ALTER TABLE sessions DROP COLUMN frozen;

DROP INDEX scenes_in_order;
DROP INDEX scenes_of_session;
CREATE UNIQUE INDEX scenes_in_order ON scenes(session_id, scene_index,
  (CASE WHEN undone_at IS NULL THEN '' ELSE id END));

CREATE TABLE third_actions(
  id TEXT NOT NULL, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE, character_id TEXT NOT NULL,
  position INTEGER NOT NULL, action_text TEXT NOT NULL,
  intent_tags TEXT CHECK(intent_tags IS NULL OR json_valid(intent_tags)),
  resolved_outcome TEXT CHECK(resolved_outcome IS NULL OR json_valid(resolved_outcome)), created_at INTEGER NOT NULL,
  PRIMARY KEY(scene_id, character_id)) STRICT;
INSERT INTO third_actions SELECT id, session_id, scene_id, character_id, position, action_text, intent_tags,
  resolved_outcome, created_at FROM actions;
DROP TABLE actions;
ALTER TABLE third_actions RENAME TO actions;

CREATE TABLE third_relations(
  id TEXT NOT NULL, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  character_a_id TEXT NOT NULL, character_b_id TEXT NOT NULL,
  trust INTEGER NOT NULL CHECK(trust BETWEEN -10 AND 10),
  tension INTEGER NOT NULL CHECK(tension BETWEEN -10 AND 10),
  closeness INTEGER NOT NULL CHECK(closeness BETWEEN -10 AND 10), created_at INTEGER NOT NULL,
  CHECK(character_a_id < character_b_id),
  PRIMARY KEY(scene_id, character_a_id, character_b_id)) STRICT;
INSERT INTO third_relations SELECT id, session_id, scene_id, character_a_id, character_b_id, trust, tension,
  closeness, created_at FROM scene_relations;
DROP TABLE scene_relations;
ALTER TABLE third_relations RENAME TO scene_relations;

CREATE TABLE third_messages(
  id TEXT NOT NULL, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE, position INTEGER NOT NULL,
  role TEXT NOT NULL CHECK(role = 'user' OR role = 'narrator' OR role = 'intro'), content TEXT NOT NULL,
  created_at INTEGER NOT NULL, PRIMARY KEY(scene_id, position)) STRICT;
INSERT INTO third_messages SELECT id, session_id, scene_id, position, role, content, created_at FROM messages;
DROP TABLE messages;
ALTER TABLE third_messages RENAME TO messages;

CREATE TABLE third_dice(
  id TEXT NOT NULL, session_id TEXT NOT NULL,
  scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE, roll_index INTEGER NOT NULL,
  expression TEXT NOT NULL, seed TEXT NOT NULL, generator TEXT NOT NULL,
  rolls TEXT NOT NULL CHECK(json_valid(rolls)), dice TEXT NOT NULL CHECK(json_valid(dice)),
  modifier INTEGER NOT NULL, total INTEGER NOT NULL, context TEXT CHECK(context IS NULL OR json_valid(context)),
  created_at INTEGER NOT NULL, PRIMARY KEY(scene_id, roll_index)) STRICT;
INSERT INTO third_dice SELECT id, session_id, scene_id, roll_index, expression, seed, generator, rolls, dice,
  modifier, total, context, created_at FROM dice_rolls;
DROP TABLE dice_rolls;
ALTER TABLE third_dice RENAME TO dice_rolls;

CREATE TABLE third_turns(
  id TEXT NOT NULL, session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  user_action_id TEXT NOT NULL,
  what TEXT NOT NULL CHECK(what = 'say' OR what = 'begin' OR what = 'undo' OR what = 'redo' OR what = 'branch' OR
                                what = 'models' OR what = 'rebase' OR what = 'end'),
  text_sha256 TEXT NOT NULL, scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  result TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY(session_id, user_action_id)) STRICT;
INSERT INTO third_turns SELECT id, session_id, user_action_id, what, text_sha256, scene_id, result, created_at
  FROM turns;
DROP TABLE turns;
ALTER TABLE third_turns RENAME TO turns;
CREATE INDEX turns_of_scene ON turns(scene_id);

CREATE TABLE third_events(
  id TEXT NOT NULL, session_id TEXT NOT NULL,
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
INSERT INTO third_events SELECT id, session_id, scene_id, attempt_id, turn_index, position, event_type, step_name,
  payload_json, model_key, prompt_version, created_at FROM turn_events;
DROP TABLE turn_events;
ALTER TABLE third_events RENAME TO turn_events;
CREATE UNIQUE INDEX events_of_scene ON turn_events(scene_id, position) WHERE scene_id IS NOT NULL;
CREATE INDEX events_of_attempt ON turn_events(attempt_id) WHERE attempt_id IS NOT NULL;
)sql";

} // namespace artifactd::turn
