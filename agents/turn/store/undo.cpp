#include "agents/turn/store/undo.hpp"

#include "agents/turn/store/rows/observation_rows.hpp"
#include "agents/turn/store/rows/turn_rows.hpp"
#include "agents/turn/store/taking_back.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

struct CurrentScene {
  std::string scene_id;
  std::int64_t scene_index;
};

Result<CurrentScene> current_scene(Database& database, std::string const& session_id) {
  auto row =
      TRY(query(database,
                "SELECT s.id, s.scene_index FROM sessions n JOIN scenes s ON s.id = n.current_scene_id "
                "WHERE n.id = ?",
                session_id));
  if (!TRY(row.step())) return fail(Fault::invalid, "the story " + session_id + " has no current scene");
  return CurrentScene{row.text(0), row.number(1)};
}

Result<void> make_current(Database& database, std::string const& session_id, std::string const& scene) {
  return execute(database, "UPDATE sessions SET current_scene_id = ? WHERE id = ?", scene, session_id);
}

/// The undone scenes after `from`, at each step the one undone last; at most `count`.
Result<std::vector<std::string>> undone_behind(Database& database, std::string from, std::uint64_t count) {
  std::vector<std::string> scenes;
  while (scenes.size() < count) {
    auto next = TRY(text_of(database,
                            "SELECT id FROM scenes WHERE base_scene_id = ? AND undone_at IS NOT NULL "
                            "ORDER BY undone_at DESC, id LIMIT 1",
                            from));
    if (!next) break;
    from = *next;
    scenes.push_back(*std::move(next));
  }
  return scenes;
}

} // namespace

Result<Changed> undo_turns(Store const& store, std::string const& session_id, std::uint64_t count,
                           Asked const& asked) {
  return store.write([&](Database& database) -> Result<Changed> {
    if (auto known = TRY(known_request(database, session_id, "undo", asked))) return *std::move(known);
    auto const now = TRY(current_scene(database, session_id));
    if (count == 0 || count > static_cast<std::uint64_t>(now.scene_index))
      return Changed{Change::too_few, std::nullopt};
    auto const target = now.scene_index - static_cast<std::int64_t>(count);
    auto const before = TRY(text_of(database,
                                    "SELECT id FROM scenes WHERE session_id = ? AND scene_index = ? AND "
                                    "undone_at IS NULL",
                                    session_id, target));
    if (!before) return fail(Fault::invalid, "the story " + session_id + " lacks a scene");
    TRY(take_back_behind(database, session_id, target, asked.at));
    TRY(make_current(database, session_id, *before));
    return record_request(database, session_id, "undo", asked, *before);
  });
}

Result<Changed> redo_turns(Store const& store, std::string const& session_id, std::uint64_t count,
                           Asked const& asked) {
  return store.write([&](Database& database) -> Result<Changed> {
    if (auto known = TRY(known_request(database, session_id, "redo", asked))) return *std::move(known);
    auto const now = TRY(current_scene(database, session_id));
    auto const scenes = TRY(undone_behind(database, now.scene_id, count));
    if (count == 0 || scenes.size() < count) return Changed{Change::too_few, std::nullopt};
    for (auto const& scene : scenes)
      TRY(execute(database, "UPDATE scenes SET undone_at = NULL WHERE id = ?", scene));
    TRY(make_current(database, session_id, scenes.back()));
    TRY(refresh_reinforced(database, session_id, now.scene_index + 1));
    return record_request(database, session_id, "redo", asked, scenes.back());
  });
}

} // namespace artifactd::turn
