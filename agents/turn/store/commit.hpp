// A turn enters the story: every row of it in one transaction, on the scene it was played from and no other.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/turn_record.hpp"

namespace artifactd::turn {

/// Writes the scene, its edges, actions, observations, messages, dice, events and the result, makes the scene
/// the current one and ends the running attempt of the request with `spent`. Changed::turn is the stored turn
/// of this user_action_id, of now or of before. On another scene than its own, or by other documents, the
/// turn is stale: nothing is written but the end of its attempt.
///
/// An observation that equals one the character has (white space folded, case of ASCII ignored), or that
/// names one in `reinforces`, reinforces it instead of becoming a row. Times of a story never go back: with a
/// clock that was set back the rows get the time of the scene before.
///
/// Fault::missing without such a story; Fault::invalid for a record that does not fit it: a stranger, a
/// turn_index that does not follow, `reinforces` of another character's or an undone observation, a value out
/// of range. Nothing is written with an Error.
Result<Changed> commit_turn(Store const& store, TurnRecord const& record, Json const& spent = nullptr);

/// What was recorded under the id; nothing where there is no such request.
Result<std::optional<TurnRow>> turn(Store const& store, std::string const& session_id,
                                    std::string const& user_action_id);

} // namespace artifactd::turn
