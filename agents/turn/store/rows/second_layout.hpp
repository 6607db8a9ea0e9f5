// What layout 2 adds to the tables of layout 1: the operator's settings for the migration phases, the origin
// of stories that were not played here, and the documents of a story's earlier turns.
#pragma once

namespace artifactd::turn {

inline constexpr auto second_layout = R"sql(
CREATE TABLE settings(
  name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT;
CREATE TABLE story_origins(
  session_id TEXT NOT NULL PRIMARY KEY REFERENCES sessions(id) ON DELETE CASCADE,
  source TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
CREATE TABLE former_documents(
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE, digest TEXT NOT NULL,
  frozen TEXT NOT NULL CHECK(json_valid(frozen)), created_at INTEGER NOT NULL,
  PRIMARY KEY(session_id, digest)) STRICT;
CREATE TABLE scene_documents(
  scene_id TEXT NOT NULL PRIMARY KEY REFERENCES scenes(id) ON DELETE CASCADE,
  session_id TEXT NOT NULL, digest TEXT NOT NULL,
  FOREIGN KEY(session_id, digest) REFERENCES former_documents(session_id, digest) ON DELETE CASCADE) STRICT;
CREATE INDEX scenes_by_documents ON scene_documents(session_id, digest);
CREATE TABLE turns_with_rebase(
  id TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  user_action_id TEXT NOT NULL,
  what TEXT NOT NULL CHECK(what = 'say' OR what = 'begin' OR what = 'undo' OR what = 'redo' OR what = 'branch' OR
                                what = 'models' OR what = 'rebase' OR what = 'end'),
  text_sha256 TEXT NOT NULL, scene_id TEXT NOT NULL REFERENCES scenes(id) ON DELETE CASCADE,
  result TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE(session_id, user_action_id)) STRICT;
INSERT INTO turns_with_rebase(id, session_id, user_action_id, what, text_sha256, scene_id, result, created_at)
  SELECT id, session_id, user_action_id, what, text_sha256, scene_id, result, created_at FROM turns;
DROP TABLE turns;
ALTER TABLE turns_with_rebase RENAME TO turns;
CREATE INDEX turns_of_scene ON turns(scene_id);
)sql";

} // namespace artifactd::turn
