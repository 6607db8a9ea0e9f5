// The rows of `sessions`. Within a transaction.
#pragma once

#include "agents/turn/store/rows/scene_rows.hpp"
#include "agents/turn/store/rows/story_rows.hpp"

namespace artifactd::turn {

/// The id of the directory's story that has not ended.
Result<std::optional<std::string>> running_story(Database& database, StoryDirectory const& directory);

/// The key's scene, which may be written later in the transaction, becomes the current one; the session has
/// no directory yet. Fault::missing for a document that is not in the database.
Result<void> insert_session(Database& database, NewStory const& story, SceneKey const& key);
/// Inserts the cast. Fault::missing for a character that is not in the database.
Result<void> insert_cast(Database& database, NewStory const& story, Time at);

/// The beginning of a query whose rows stories_of() reads; its table is aliased n.
inline constexpr std::string_view story_columns =
    "SELECT n.id, n.root, n.path, n.device, n.inode, n.birth_ns, n.owner, n.scenario_id, n.ruleset_id, "
    "n.world_lore_id, n.current_scene_id, (SELECT scene_index FROM scenes WHERE id = n.current_scene_id), "
    "n.small_model_key, n.large_model_key, n.dice_seed, n.seed_chosen, n.parent_session_id, "
    "n.parent_scene_id, "
    "n.ended_at, n.created_at, n.updated_at, n.frozen_digest FROM sessions n";
Result<std::vector<StoryRow>> stories_of(Database& database, Statement& rows);

/// As find_story().
Result<std::optional<StoryRow>> directory_story(Database& database, StoryDirectory const& directory);
/// Fault::missing if there is no such story.
Result<StoryRow> story_row(Database& database, std::string const& session_id);
Result<SharedDocuments> frozen_row(Database& database, std::string const& session_id);
Result<SharedDocuments> frozen_row(Database& database, std::string const& session_id,
                                   std::string const& digest);
/// Documents as text, by which a story is played or was played; those it has are kept.
Result<void> insert_documents(Database& database, std::string const& session_id, std::string const& digest,
                              std::string const& frozen, Time at);

/// From now on the directory plays it. Fault::exists if the directory has another story that has not ended.
Result<void> set_directory(Database& database, std::string const& session_id,
                           StoryDirectory const& directory);

} // namespace artifactd::turn
