#include "agents/turn/mirror/chat_story.hpp"

#include "agents/turn/content/told_story.hpp"
#include "agents/turn/folded_text.hpp"
#include "agents/turn/rules/scene_state.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd::turn {

namespace {

std::string together(std::vector<ChatReply> const& replies) {
  std::string text;
  for (auto const& reply : replies)
    text += (text.empty() ? "" : "\n\n") + reply.text;
  return text;
}

std::string chat_id(Chat const& chat, std::string const& scenario_id) {
  Json identity = {chat.user_name, chat.character_name, chat.created, chat.main_chat};
  for (auto const& reply : chat.opening)
    identity.push_back({reply.name, reply.text});
  return entity_id(scenario_id, compact(identity), "session", 0);
}

/// The character with this name in the chat; empty: none of the story.
std::string character_called(Frozen const& documents, std::string const& name) {
  auto const found = std::ranges::find_if(
      documents.characters, [&](Character const& it) { return loosely(it.name) == loosely(name); });
  return found == documents.characters.end() ? std::string() : found->id;
}

/// One action for each character, in the order in which they spoke.
std::vector<ActionRecord> actions_of(ChatTurn const& turn, Frozen const& documents) {
  std::vector<ActionRecord> actions;
  auto const& persona = documents.scenario.persona_id;
  if (!persona.empty()) actions.push_back({.character_id = persona, .action_text = turn.user_text});
  for (auto const& reply : turn.replies) {
    auto const id = character_called(documents, reply.name);
    if (id.empty() || id == persona) continue;
    auto const known = std::ranges::find(actions, id, &ActionRecord::character_id);
    if (known != actions.end())
      known->action_text += "\n\n" + reply.text;
    else
      actions.push_back({.character_id = id, .action_text = reply.text});
  }
  return actions;
}

MirroredScene opening_scene(Chat const& chat, Frozen const& documents) {
  MirroredScene scene{.created_at = chat.created};
  auto intro = together(chat.opening);
  if (intro.empty()) intro = told_story(documents).scenario.intro_seed;
  if (!intro.empty()) scene.messages.push_back({"intro", std::move(intro)});
  scene.observations = documents.scenario.observations;
  std::ranges::sort(scene.observations);
  return scene;
}

MirroredScene scene_of_turn(ChatTurn const& turn, Frozen const& documents) {
  MirroredScene scene{.created_at = turn.replies.empty() ? turn.send_date : turn.replies.back().send_date};
  scene.messages.push_back({"user", turn.user_text});
  if (auto told = together(turn.replies); !told.empty())
    scene.messages.push_back({"narrator", std::move(told)});
  scene.actions = actions_of(turn, documents);
  return scene;
}

} // namespace

Result<MirroredStory> chat_story(Chat const& chat, Frozen const& documents) {
  auto const first = first_state(documents.scenario.scene_seed, cast_of(documents.scenario));
  if (!first.faults.empty())
    return fail(Fault::invalid, fmt::format("scenario {}: {}: {}", documents.scenario.id,
                                            first.faults.front().pointer, first.faults.front().message));
  MirroredStory story{
      .session_id = chat_id(chat, documents.scenario.id), .documents = documents, .scenes = {}};
  story.scenes.push_back(opening_scene(chat, documents));
  // What nobody answered yet gets its scene with the answer: a scene that is stored does not change.
  auto const answered = std::ranges::find_if(chat.turns | std::views::reverse,
                                             [](ChatTurn const& it) { return !it.replies.empty(); });
  for (auto turn = chat.turns.begin(); turn != answered.base(); ++turn)
    story.scenes.push_back(scene_of_turn(*turn, documents));
  Time latest = 0;
  for (std::int64_t index = 0; auto& scene : story.scenes) {
    scene.scene_index = index++;
    scene.created_at = latest = std::max(latest, scene.created_at);
    scene.state = first.state.state;
    scene.relations = first.state.relations;
  }
  return story;
}

} // namespace artifactd::turn
