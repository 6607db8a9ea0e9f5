#include "agents/turn/why_view.hpp"

#include "agents/turn/content/document.hpp"
#include "agents/turn/prompts/told_then.hpp"
#include "agents/turn/store/attempts.hpp"
#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/rows/observed_rows.hpp"
#include "state/json/json_member.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

Json memories_json(std::vector<Remembered> const& memories) {
  auto list = Json::array();
  for (auto const& each : memories)
    list.push_back({{"character_id", each.observation.character_id},
                    {"content", each.observation.content},
                    {"effective_importance", each.observation.importance},
                    {"decay_weight", each.decay_weight},
                    {"reinforcement_multiplier", each.reinforcement_multiplier},
                    {"priority", each.priority}});
  return list;
}

Json fired_json(std::vector<FiredEntry> const& entries) {
  auto list = Json::array();
  for (auto const& each : entries)
    list.push_back({{"index", each.index}, {"key", each.key}, {"content", each.content}});
  return list;
}

Json told_json(std::optional<ToldThen> const& told) {
  if (!told) return nullptr;
  auto to_characters = Json::object();
  for (auto const& [id, memories] : told->to_characters)
    to_characters[id] = memories_json(memories);
  return {{"to_rules", memories_json(told->to_rules)},
          {"to_characters", std::move(to_characters)},
          {"lore", {{"told", fired_json(told->lore.told)}, {"left_out", fired_json(told->lore.left_out)}}}};
}

/// Whether the turn's own events include this call: its reply was kept and used when the turn was resumed.
bool has_call(Json const& events, Json const& call) {
  auto const digest = text_member(call["payload_json"], "digest");
  return !digest.empty() && std::ranges::any_of(events, [&](Json const& it) {
    return text_member(it["payload_json"], "digest") == digest;
  });
}

/// The failure events of the attempts at the turn.
Result<Json> failures(Store const& store, std::string const& session_id, std::vector<AttemptRow> const& made,
                      Json const& events) {
  auto failed = Json::array();
  for (auto& event : TRY(attempt_event_rows(store, session_id))) {
    auto const tells = event["event_type"] == "error" || event["payload_json"].contains("faults");
    auto const known =
        std::ranges::find(made, text_member(event, "attempt_id"), &AttemptRow::id) != made.end();
    if (tells && known && !has_call(events, event)) failed.push_back(std::move(event));
  }
  return failed;
}

} // namespace

Result<Json> why_members(Store const& store, StoryRow const& story, std::int64_t index) {
  auto const one = one_scene(index);
  auto const scenes = TRY(log_rows(store, story.id, one));
  if (scenes.empty()) return fail(Fault::missing, fmt::format("the story has no scene {}", index));
  auto const& scene = scenes.front();
  auto seen = TRY(observed(store, story.id, index, index));
  Json members = {{"events", TRY(event_rows(store, story.id, one))},
                  {"scene", scene},
                  {"dice", TRY(dice_rows(store, story.id, one))},
                  {"observed", to_json(seen[index])},
                  {"told", told_json(TRY(told_then(store, story, scene)))},
                  {"attempts", Json::array()},
                  {"failed", Json::array()}};
  auto const action = text_member(scene, "user_action_id");
  if (action.empty()) return members;
  auto const made = TRY(attempts(store, story.id, action));
  for (auto const& each : made)
    members["attempts"].push_back(
        {{"state", each.state}, {"error_code", each.error_code}, {"message", each.message}});
  members["failed"] = TRY(failures(store, story.id, made, members["events"]));
  return members;
}

} // namespace artifactd::turn
