// Commits a turn to the story: all its rows in one transaction, and only on the scene it was played from.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/turn_record.hpp"

namespace artifactd::turn {

/// Writes the scene, its edges, actions, observations, messages, dice, events and the result, makes the scene
/// the current one and ends the request's running attempt with `spent`. Changed::turn is the stored turn of
/// this user_action_id, new or earlier. If the current scene or the documents are not those of the turn, it
/// is stale: only the end of its attempt is written.
///
/// An observation that equals an existing one of the character but for white space and case (content_key() in
/// prompts/memory.hpp), or that names one in `reinforces`, reinforces it instead of becoming a row. Times of
/// a story never go back: if the clock was set back, the rows get the time of the scene before.
///
/// Fault::missing if there is no such story; Fault::invalid for a record that does not fit it: an unknown
/// character, a turn_index that does not follow, `reinforces` naming another character's or an undone
/// observation, a value out of range. Nothing is written on an Error.
Result<Changed> commit_turn(Store const& store, TurnRecord const& record, Json const& spent = nullptr);

/// What was recorded under the id; std::nullopt if there is no such request.
Result<std::optional<TurnRow>> turn(Store const& store, std::string const& session_id,
                                    std::string const& user_action_id);

} // namespace artifactd::turn
