#include "agents/turn/turn_result.hpp"

#include "agents/turn/content/told_story.hpp"
#include "agents/turn/rules/scene_state.hpp"
#include "state/platform/digest.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

constexpr int result_version = 1;

std::string file_text(Json const& json) {
  return pretty(json) + "\n";
}

Json head(std::string_view what, std::string const& user_action_id, std::string const& session_id,
          std::int64_t scene_index) {
  return {{"version", result_version},
          {"do", what},
          {"user_action_id", user_action_id},
          {"session_id", session_id},
          {"scene_index", scene_index}};
}

Json dice_of(TurnRecord const& record) {
  auto list = Json::array();
  for (auto const& each : record.dice) {
    auto json = dice::to_json(each.rolled);
    json["context"] = each.context;
    list.push_back(std::move(json));
  }
  return list;
}

} // namespace

std::string result_of_turn(TurnRecord const& record) {
  auto json = head("say", record.user_action_id, record.session_id, record.turn_index);
  json["text"] = record.text;
  auto actions = Json::array();
  for (auto const& each : record.actions) {
    if (!each.resolved_outcome.is_null()) {
      json["resolved_outcome"] = each.resolved_outcome["text"];
      json["bands"] = each.resolved_outcome["bands"];
      continue;
    }
    Json action = {{"character_id", each.character_id}, {"action_text", each.action_text}};
    if (!each.intent_tags.is_null()) action["intent_tags"] = each.intent_tags;
    actions.push_back(std::move(action));
  }
  json["dice"] = dice_of(record);
  json["actions"] = std::move(actions);
  for (auto const& message : record.messages)
    if (message.role == "narrator") json["narration_text"] = message.content;
  for (auto const& event : record.events)
    if (event.event_type == "state_apply") json["events"] = event.payload_json["events"];
  json["state"] = record.state_json;
  json["relations"] = to_json(record.relations);
  return file_text(json);
}

std::string result_of_begin(NewStory const& story, Asked const& asked) {
  auto const& past = story.past;
  auto json =
      head("begin", asked.user_action_id, story.session_id, static_cast<std::int64_t>(past.turns.size()));
  auto const scenario = told_story(story.frozen).scenario;
  auto const first = first_state(scenario.scene_seed, cast_of(scenario)).state;
  json["scenario_id"] = scenario.id;
  json["ruleset_id"] = scenario.ruleset_id;
  json["intro"] = past.opening.empty() ? scenario.intro_seed : past.opening;
  json["state"] = first.state;
  json["relations"] = to_json(first.relations);
  json["characters"] = scenario.character_ids;
  json["persona_id"] = scenario.persona_id;
  json["small_model_key"] = story.small_model_key;
  json["large_model_key"] = story.large_model_key;
  json["dice"] = {{"commitment", hex(sha256(story.dice_seed))},
                  {"seed", story.seed_chosen ? "chosen" : "random"}};
  return file_text(json);
}

std::string result_of_change(Order const& order, StoryRow const& story, Json const& more) {
  auto json = head(word(order.what), order.user_action_id, story.id, story.scene_index);
  json.update(more);
  return file_text(json);
}

std::string with_left(std::string const& forgotten, std::vector<std::string> const& left) {
  auto json = Json::parse(forgotten);
  for (auto const& each : left)
    json["left"].push_back(each);
  return file_text(json);
}

std::string told_again(TurnRow const& row) {
  if (!row.undone) return row.result;
  auto json = Json::parse(row.result, nullptr, false);
  if (!json.is_object()) return row.result;
  json["undone"] = true;
  return file_text(json);
}

} // namespace artifactd::turn
