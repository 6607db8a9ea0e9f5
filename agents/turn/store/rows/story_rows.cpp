#include "agents/turn/store/rows/story_rows.hpp"

#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/session_rows.hpp"
#include "agents/turn/store/rows/turn_rows.hpp"
#include "state/dice/draws.hpp"
#include "state/platform/digest.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// Carries out a request that does not change the current scene.
template <class Work>
Result<Changed> request(Store const& store, std::string const& session_id, std::string_view what,
                        Asked const& asked, Work work) {
  return store.write([&](Database& database) -> Result<Changed> {
    if (auto known = TRY(known_request(database, session_id, what, asked))) return *std::move(known);
    TRY(work(database));
    auto const scene =
        TRY(text_of(database, "SELECT current_scene_id FROM sessions WHERE id = ?", session_id));
    return record_request(database, session_id, what, asked, scene.value_or(""));
  });
}

Result<std::vector<std::string>> tree_of(Database& database, std::string const& session_id) {
  return all_texts(
      database,
      "WITH RECURSIVE tree(id) AS (SELECT id FROM sessions WHERE id = ? UNION SELECT sessions.id FROM "
      "sessions JOIN tree ON sessions.parent_session_id = tree.id) SELECT id FROM tree",
      session_id);
}

} // namespace

std::string fresh_session_id() {
  return entity_id(dice::fresh_seed(), "", "session", 0);
}

Result<std::optional<StoryRow>> find_story(Store const& store, StoryDirectory const& it) {
  return store.read_briefly([&](Database& database) { return directory_story(database, it); });
}

Result<std::optional<StoryRow>> story(Store const& store, std::string const& session_id) {
  return store.read_briefly([&](Database& database) -> Result<std::optional<StoryRow>> {
    auto found = story_row(database, session_id);
    if (found) return *std::move(found);
    if (found.error().fault == Fault::missing) return std::nullopt;
    return fail(std::move(found).error());
  });
}

Result<std::vector<StoryRow>> stories(Store const& store) {
  return store.read([&](Database& database) -> Result<std::vector<StoryRow>> {
    auto rows = TRY(query(database, fmt::format("{} ORDER BY n.created_at, n.id", story_columns)));
    return stories_of(database, rows);
  });
}

Result<SharedDocuments> frozen_of(Store const& store, std::string const& session_id) {
  return store.read([&](Database& database) { return frozen_row(database, session_id); });
}

Result<void> attach_story(Store const& store, std::string const& session_id,
                          StoryDirectory const& directory) {
  return store.write([&](Database& database) -> Result<void> {
    TRY(story_row(database, session_id));
    return set_directory(database, session_id, directory);
  });
}

Result<Changed> set_models(Store const& store, std::string const& session_id, std::string const& small_key,
                           std::string const& large_key, Asked const& asked) {
  return request(store, session_id, "models", asked, [&](Database& database) {
    return execute(database,
                   "UPDATE sessions SET small_model_key = coalesce(?, small_model_key), "
                   "large_model_key = coalesce(?, large_model_key) WHERE id = ?",
                   OrNull{small_key}, OrNull{large_key}, session_id);
  });
}

Result<Changed> end_story(Store const& store, std::string const& session_id, Asked const& asked) {
  return request(store, session_id, "end", asked, [&](Database& database) {
    return execute(database, "UPDATE sessions SET ended_at = ? WHERE id = ?", asked.at, session_id);
  });
}

Result<std::vector<std::string>> with_branches(Store const& store, std::string const& session_id) {
  return store.read([&](Database& database) { return tree_of(database, session_id); });
}

Result<std::vector<std::string>> forget_story(Store const& store, std::string const& session_id,
                                              bool branches) {
  auto gone = TRY(store.write([&](Database& database) -> Result<std::vector<std::string>> {
    auto ids = branches ? TRY(tree_of(database, session_id)) : std::vector{session_id};
    if (ids.empty()) return fail(Fault::missing, fmt::format("there is no story {}", session_id));
    for (auto const& id : ids) {
      TRY(execute(database, "DELETE FROM sessions WHERE id = ?", id));
      if (database.changes() != 1) return fail(Fault::missing, fmt::format("there is no story {}", id));
    }
    return ids;
  }));
  if (auto const emptied = store.compact(); !emptied && emptied.error().fault != Fault::busy)
    return fail(emptied.error());
  return gone;
}

std::string_view out_of_reach(Store const& store) noexcept {
  return store.attempt_locks()
             ? "The server may still have it: in rows that wait for VACUUM, in its write-ahead log and "
               "the archives of that, on standbys, and in backups. So may the providers of its models."
             : "Backups may still have it, and so may the providers of its models.";
}

Result<bool> seed_is_in_use(Store const& store, StoryRow const& story) {
  return store.read([&](Database& database) -> Result<bool> {
    return TRY(number_of(
                   database,
                   "SELECT 1 FROM sessions WHERE dice_seed = ? AND ended_at IS NULL AND id <> ? LIMIT 1",
                   story.dice_seed, story.id))
        .has_value();
  });
}

} // namespace artifactd::turn
