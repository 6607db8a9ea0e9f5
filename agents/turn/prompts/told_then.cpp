#include "agents/turn/prompts/told_then.hpp"

#include "agents/turn/position.hpp"
#include "agents/turn/prompts/step_prompts.hpp"
#include "agents/turn/store/attempts.hpp"
#include "agents/turn/store/rebase.hpp"
#include "state/json/json_member.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

std::string player_text(Json const& scene) {
  for (auto const& message : scene["messages"])
    if (message["role"] == "user") return message["content"];
  return {};
}

/// The clock of the attempt that made the turn.
Result<std::optional<Time>> played_at(Store const& store, std::string const& session_id,
                                      std::string const& user_action_id) {
  if (user_action_id.empty()) return std::nullopt;
  for (auto const& attempt : TRY(attempts(store, session_id, user_action_id)))
    if (attempt.state == "done") return attempt.started_at;
  return std::nullopt;
}

} // namespace

Result<std::optional<ToldThen>> told_then(Store const& store, StoryRow const& story, Json const& scene) {
  auto const index = scene["scene_index"].get<std::int64_t>();
  auto const at = TRY(played_at(store, story.id, text_member(scene, "user_action_id")));
  if (!at || index == 0) return std::nullopt;
  auto documents = TRY(documents_of_scene(store, story.id, text_member(scene, "scene_id")));
  auto position = TRY(position_at(store, story, std::move(documents), index - 1, *at));
  auto const all = TRY(told_documents(position.frozen));
  StoryState const base{position.scene.state_json, position.scene.relations};
  ToldThen then{.to_rules = recent_memories(position, base, all->rules.cast),
                .to_characters = {},
                .lore = told(*all, player_text(scene), position.last_narration, base).lore};
  std::ranges::stable_sort(then.to_rules, std::ranges::greater(), &Remembered::priority);
  for (auto& [id, memory] : position.memories)
    then.to_characters[id] = std::move(memory.strongest);
  return then;
}

} // namespace artifactd::turn
