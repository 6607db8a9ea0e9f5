#include "agents/turn/content/document.hpp"
#include "agents/turn/mirror/mirrored_story.hpp"
#include "agents/turn/rules/scene_state.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "state/platform/clock.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace artifactd::turn {

namespace {

constexpr std::int64_t ns_per_ms = 1'000'000;
constexpr int mirror_version = 1;
constexpr Time last_shown = 9'000'000'000'000; // of 2255; nanoseconds end in 2262

std::string date_text(Time at) {
  return iso8601(std::clamp<Time>(at, 0, last_shown) * ns_per_ms);
}

std::string name_of(Frozen const& documents, std::string_view id) {
  auto const found = std::ranges::find(documents.characters, id, &Character::id);
  return found == documents.characters.end() ? std::string(id) : found->name;
}

std::string others_of(Frozen const& documents) {
  std::vector<std::string> names;
  for (auto const& character : documents.characters)
    if (character.id != documents.scenario.persona_id) names.push_back(character.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Json message_json(MessageRecord const& message, MirroredScene const& scene, Frozen const& documents) {
  auto const is_user = message.role == "user";
  return {{"name", is_user ? name_of(documents, documents.scenario.persona_id) : others_of(documents)},
          {"is_user", is_user},
          {"is_system", false},
          {"send_date", date_text(scene.created_at)},
          {"mes", message.content}};
}

Json scene_json(MirroredScene const& scene) {
  auto roles = Json::array();
  for (auto const& message : scene.messages)
    roles.push_back(message.role);
  return {{"scene_index", scene.scene_index},
          {"scene_id", scene.scene_id},
          {"user_action_id", scene.user_action_id},
          {"created_at", scene.created_at},
          {"roles", std::move(roles)},
          {"actions", to_json(scene.actions)},
          {"observations", to_json(scene.observations)},
          {"state", scene.state},
          {"relations", to_json(scene.relations)},
          {"dice", scene.dice}};
}

} // namespace

Json to_json(std::vector<ActionRecord> const& actions) {
  auto list = Json::array();
  for (auto const& each : actions)
    list.push_back({{"character_id", each.character_id},
                    {"action_text", each.action_text},
                    {"intent_tags", each.intent_tags},
                    {"resolved_outcome", each.resolved_outcome}});
  return list;
}

std::string header_line(MirroredStory const& story) {
  auto const& documents = story.documents;
  Json const about = {
      {"version", mirror_version}, {"session_id", story.session_id}, {"documents", frozen_json(documents)}};
  auto const begun = story.scenes.empty() ? Time{0} : story.scenes.front().created_at;
  Json const header = {{"user_name", name_of(documents, documents.scenario.persona_id)},
                       {"character_name", others_of(documents)},
                       {"create_date", date_text(begun)},
                       {"chat_metadata", {{"artifactd", about}}}};
  return compact(header) + "\n";
}

/// A scene without messages gets an empty one of the system, which chat readers skip.
std::string scene_lines(MirroredScene const& scene, Frozen const& documents) {
  std::vector<Json> lines;
  for (auto const& message : scene.messages)
    lines.push_back(message_json(message, scene, documents));
  if (lines.empty()) {
    lines.push_back(message_json({"intro", ""}, scene, documents));
    lines.back()["is_system"] = true;
  }
  lines.back()["extra"] = {{"artifactd", scene_json(scene)}};
  std::string text;
  for (auto const& line : lines)
    text += compact(line) + "\n";
  return text;
}

} // namespace artifactd::turn
