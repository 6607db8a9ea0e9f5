#include "agents/turn/store/server/server_tables.hpp"

#include <array>

namespace artifactd::turn {

// Invalid JSON ends the statement with an error of its own, which serves as well as a failing CHECK.
char const* const server_functions = R"sql(
CREATE FUNCTION artifactd.json_valid(text) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  'SELECT CAST($1 AS json) IS NOT NULL';
CREATE FUNCTION artifactd.json_extract(text, text) RETURNS text LANGUAGE sql IMMUTABLE AS
  'SELECT CAST($1 AS json) ->> substr($2, 3)';
CREATE FUNCTION artifactd.json_array_of(text[]) RETURNS text LANGUAGE sql IMMUTABLE AS
  'SELECT ''['' || array_to_string(ARRAY(SELECT CAST(to_json(each) AS text) FROM unnest($1) each), '','') || '']''';
CREATE AGGREGATE artifactd.json_group_array(text) (
  SFUNC = array_append, STYPE = text[], INITCOND = '{}', FINALFUNC = artifactd.json_array_of);
)sql";

namespace {

struct Word {
  std::string_view from;
  std::string_view to;
};

constexpr std::array dialect = {
    Word{" TEXT", " TEXT COLLATE \"C\""}, Word{" INTEGER", " BIGINT"}, Word{") STRICT;", ");"},
    // Sessions and scenes refer to each other; `circular` adds these references.
    Word{" REFERENCES scenes(id) DEFERRABLE INITIALLY DEFERRED", ""},
    Word{"  parent_scene_id TEXT COLLATE \"C\" REFERENCES scenes(id) ON DELETE SET NULL",
         "  parent_scene_id TEXT COLLATE \"C\""},
    // Deleting a session deletes its characters and then its scenes.
    Word{"REFERENCES session_characters(session_id, character_id)",
         "REFERENCES session_characters(session_id, character_id) DEFERRABLE INITIALLY DEFERRED"},
    Word{"ON observations(session_id, character_id, content_key)", "ON observations USING hash(content_key)"},
    Word{"ON sessions(root, path, device,",
         "ON sessions(hashtextextended(root, 0), hashtextextended(path, 0), device,"},
    Word{"ON sessions(root, path);", "ON sessions USING hash(path);"}};

constexpr std::string_view circular = R"sql(
ALTER TABLE sessions
  ADD FOREIGN KEY(current_scene_id) REFERENCES scenes(id) DEFERRABLE INITIALLY DEFERRED,
  ADD FOREIGN KEY(parent_scene_id) REFERENCES scenes(id) ON DELETE SET NULL;
)sql";

} // namespace

std::string server_tables(std::string_view layout) {
  std::string text(layout);
  for (auto const& [from, to] : dialect)
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  if (text.contains("CREATE TABLE sessions(")) text += circular;
  return text;
}

} // namespace artifactd::turn
