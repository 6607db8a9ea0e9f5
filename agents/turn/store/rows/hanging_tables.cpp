#include "agents/turn/store/rows/hanging_tables.hpp"

#include <array>

namespace artifactd::turn {

namespace {

constexpr auto number(char const* name) {
  return Column{name, Type::number};
}
constexpr auto text(char const* name) {
  return Column{name, Type::text};
}
constexpr auto json(char const* name) {
  return Column{name, Type::json};
}

constexpr std::array observations_hang = {text("id"),
                                          text("session_id"),
                                          text("scene_id"),
                                          text("character_id"),
                                          text("content"),
                                          text("content_key"),
                                          number("first_importance"),
                                          number("importance"),
                                          number("reinforcement_count"),
                                          number("created_at")};
constexpr std::array reinforcements_hang = {text("observation_id"), text("scene_id"), number("importance")};
constexpr std::array actions_hang = {text("id"),           text("session_id"),       text("scene_id"),
                                     text("character_id"), number("position"),       text("action_text"),
                                     json("intent_tags"),  json("resolved_outcome"), number("created_at")};
constexpr std::array relations_hang = {
    text("id"),      text("session_id"), text("scene_id"),    text("character_a_id"), text("character_b_id"),
    number("trust"), number("tension"),  number("closeness"), number("created_at")};
constexpr std::array messages_hang = {text("id"),          text("session_id"), text("scene_id"),
                                      number("position"),  text("role"),       text("content"),
                                      number("created_at")};
constexpr std::array dice_hang = {
    text("id"),      text("session_id"), text("scene_id"),    number("roll_index"), text("expression"),
    text("seed"),    text("generator"),  json("rolls"),       json("dice"),         number("modifier"),
    number("total"), json("context"),    number("created_at")};
constexpr std::array events_hang = {
    text("id"),         text("session_id"),     text("scene_id"),    number("turn_index"),
    number("position"), text("event_type"),     text("step_name"),   json("payload_json"),
    text("model_key"),  text("prompt_version"), number("created_at")};

constexpr std::array tables_of_scenes = {
    HangingTable{"observations", observations_hang}, HangingTable{"reinforcements", reinforcements_hang},
    HangingTable{"actions", actions_hang},           HangingTable{"scene_relations", relations_hang},
    HangingTable{"messages", messages_hang},         HangingTable{"dice_rolls", dice_hang},
    HangingTable{"turn_events", events_hang}};

} // namespace

std::span<HangingTable const> hanging_tables() noexcept {
  return tables_of_scenes;
}

} // namespace artifactd::turn
