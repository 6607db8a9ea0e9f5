// One turn as it is written: all of it at once, or nothing. Ids are functions of (session, user_action_id,
// kind, n), so a resumed or replayed turn writes the same rows, and one played again after an undo writes
// others.
#pragma once

#include "agents/turn/story.hpp"
#include "state/dice/roll.hpp"

#include <optional>

namespace artifactd::turn {

/// 26 digits of base 32 (a … z, 2 … 7) from SHA-256: 80 bits for the action, 50 for the entity. So the rows
/// of one action are adjacent in an index by id.
[[nodiscard]] std::string entity_id(std::string_view session, std::string_view user_action_id,
                                    std::string_view kind, std::uint64_t n);

struct ActionRecord {
  std::string character_id;
  std::string action_text;
  Json intent_tags = nullptr;      ///< a list of texts, or null
  Json resolved_outcome = nullptr; ///< for the persona's action: {text, bands}; null for others
};

struct NewObservation {
  std::string character_id;
  std::string content;
  int importance = 1;
  /// The id of an observation in its prompt; empty: a new one, unless it equals an existing one.
  std::string reinforces;
};

struct MessageRecord {
  std::string role; ///< user, narrator or intro
  std::string content;
};

struct DiceRecord {
  std::uint64_t roll_index = 0; ///< counts within the turn
  dice::Rolled rolled;
  Json context = nullptr; ///< {character_id, stat?, reason, bands, band}
};

struct EventRecord {
  std::string event_type; ///< user_action, model_output, tool_call, state_apply or error
  std::string step_name;  ///< ruleset_resolution, reflection, narrator or engine_apply; empty: null
  Json payload_json;
  std::string model_key;      ///< empty: null
  std::string prompt_version; ///< empty: null
};

/// What `turns` stores about a turn, and what all its rows depend on.
struct TurnRecord {
  std::string session_id;
  std::string user_action_id;
  std::string text;                   ///< the player's exact text
  std::string base_scene_id;          ///< the guard: written only while this scene is current
  std::string documents_digest = {};  ///< another guard: the documents it was played by; empty: any
  std::string replaces_scene_id = {}; ///< for a retry: the current scene, which is undone; else empty
  std::int64_t turn_index = 0;        ///< the index of the scene it makes
  Time at = 0;                        ///< created_at of all its rows
  Json state_json;                    ///< of the new scene, without `relations`
  std::vector<Relation> relations;
  std::vector<ActionRecord> actions;
  std::vector<NewObservation> observations;
  std::vector<MessageRecord> messages;
  std::vector<DiceRecord> dice;
  std::vector<EventRecord> events;
  std::string result; ///< the bytes of the result file
};

} // namespace artifactd::turn
