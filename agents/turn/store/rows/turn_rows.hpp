// The requests that changed a story. Within a transaction.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/rows/scene_rows.hpp"

namespace artifactd::turn {

Result<std::optional<TurnRow>> turn_row(Database& database, std::string const& session_id,
                                        std::string const& user_action_id);

/// repeated or reused, if the id was used before; ended, if the story has ended and this request is new;
/// std::nullopt: proceed. Fault::missing if there is no such story.
Result<std::optional<Changed>> known_request(Database& database, std::string const& session_id,
                                             std::string_view what, Asked const& asked);

/// Writes the row: the answer to a request that was carried out.
Result<void> insert_request(Database& database, std::string const& session_id, std::string_view what,
                            Asked const& asked, std::string const& scene_id, std::string const& result);

/// Also sets the story's `updated_at`, and reads the row back.
Result<Changed> record_request(Database& database, std::string const& session_id, std::string_view what,
                               Asked const& asked, std::string const& scene_id,
                               std::string const& result = {});

/// The scene and everything that belongs to it.
Result<void> insert_turn(Database& database, SceneKey const& key, TurnRecord const& record);

} // namespace artifactd::turn
