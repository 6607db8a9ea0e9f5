#include "agents/turn/store/rows/hanging_tables.hpp"

#include <array>

namespace artifactd::turn {

namespace {

constexpr std::array observations_hang = {Column::text("id"),
                                          Column::text("session_id"),
                                          Column::text("scene_id"),
                                          Column::text("character_id"),
                                          Column::text("content"),
                                          Column::text("content_key"),
                                          Column::number("first_importance"),
                                          Column::number("importance"),
                                          Column::number("reinforcement_count"),
                                          Column::number("created_at")};
constexpr std::array reinforcements_hang = {Column::text("observation_id"), Column::text("scene_id"),
                                            Column::number("importance")};
constexpr std::array actions_hang = {
    Column::text("id"),           Column::text("session_id"),       Column::text("scene_id"),
    Column::text("character_id"), Column::number("position"),       Column::text("action_text"),
    Column::json("intent_tags"),  Column::json("resolved_outcome"), Column::number("created_at")};
constexpr std::array relations_hang = {Column::text("id"),
                                       Column::text("session_id"),
                                       Column::text("scene_id"),
                                       Column::text("character_a_id"),
                                       Column::text("character_b_id"),
                                       Column::number("trust"),
                                       Column::number("tension"),
                                       Column::number("closeness"),
                                       Column::number("created_at")};
constexpr std::array messages_hang = {
    Column::text("id"),   Column::text("session_id"), Column::text("scene_id"),    Column::number("position"),
    Column::text("role"), Column::text("content"),    Column::number("created_at")};
constexpr std::array dice_hang = {
    Column::text("id"),           Column::text("session_id"), Column::text("scene_id"),
    Column::number("roll_index"), Column::text("expression"), Column::text("seed"),
    Column::text("generator"),    Column::json("rolls"),      Column::json("dice"),
    Column::number("modifier"),   Column::number("total"),    Column::json("context"),
    Column::number("created_at")};
constexpr std::array events_hang = {Column::text("id"),          Column::text("session_id"),
                                    Column::text("scene_id"),    Column::number("turn_index"),
                                    Column::number("position"),  Column::text("event_type"),
                                    Column::text("step_name"),   Column::json("payload_json"),
                                    Column::text("model_key"),   Column::text("prompt_version"),
                                    Column::number("created_at")};

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
