// The result of a step of a story, as in `turns/<name>.result.json` and `turn say --json`, version 1.
#pragma once

#include "agents/turn/store/rows/story_rows.hpp"
#include "agents/turn/turn_record.hpp"
#include "agents/turn/turn_request.hpp"

namespace artifactd::turn {

/// {version, do, user_action_id, session_id, scene_index, text, resolved_outcome, bands, dice, actions,
/// narration_text, events, state, relations}. What characters observed is private and not included.
[[nodiscard]] std::string result_of_turn(TurnRecord const& record);

/// {version, do, user_action_id, session_id, scene_index, scenario_id, ruleset_id, intro, state, relations,
/// characters, persona_id, small_model_key, large_model_key, dice}. `dice` has the SHA-256 of their seed, so
/// that anybody can verify the rolls once the story has ended.
[[nodiscard]] std::string result_of_begin(NewStory const& story, Asked const& asked);

/// {version, do, user_action_id, session_id, scene_index, …}
[[nodiscard]] std::string result_of_change(Order const& order, StoryRow const& story,
                                           Json const& more = Json::object());

/// The result of a `forget`, with more of what remains (agents/turn/turn_files).
[[nodiscard]] std::string with_left(std::string const& forgotten, std::vector<std::string> const& left);

/// A stored result for a repeated request, with `undone` if its turn was undone.
[[nodiscard]] std::string told_again(TurnRow const& row);

} // namespace artifactd::turn
