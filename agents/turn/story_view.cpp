#include "agents/turn/story_view.hpp"

#include "agents/turn/append.hpp"
#include "agents/turn/mirror/phases.hpp"
#include "agents/turn/mirror/stored_story.hpp"
#include "agents/turn/prompts/memory.hpp"
#include "agents/turn/rules/mechanics.hpp"
#include "agents/turn/rules/member_reader.hpp"
#include "agents/turn/store/rebase.hpp"
#include "agents/turn/story_export.hpp"
#include "agents/turn/turn_preparation.hpp"
#include "agents/turn/why_view.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>

namespace artifactd::turn {

namespace {

using What = StoryView::What;

constexpr std::array view_words{std::pair(What::log, "log"),
                                std::pair(What::scene, "scene"),
                                std::pair(What::observations, "observations"),
                                std::pair(What::relations, "relations"),
                                std::pair(What::why, "why"),
                                std::pair(What::reveal, "reveal"),
                                std::pair(What::exported, "export")};

/// The beginning of every document.
Result<Json> document_of(Store const& store, StoryRow const& story) {
  auto const documents = TRY(frozen_of(store, story.id));
  auto characters = Json::array();
  for (auto const& each : documents->characters)
    characters.push_back({{"id", each.id}, {"name", each.name}});
  return Json{{"version", 1},
              {"session_id", story.id},
              {"scene_index", story.scene_index},
              {"characters", std::move(characters)}};
}

/// Fault::missing if the story has no such scene.
Result<std::string> scene_id_of(Store const& store, StoryRow const& story, std::int64_t index) {
  auto const rows = TRY(scene_rows(store, story.id, one_scene(index)));
  if (rows.empty()) return fail(Fault::missing, fmt::format("the story has no scene {}", index));
  return rows.front()["id"].get<std::string>();
}

/// The requested scene, else the current one.
Scenes scene_to_show(StoryRow const& story, StoryView const& view) {
  return one_scene(view.turn.value_or(story.scene_index));
}

Result<Json> log_view(Store const& store, StoryRow const& story, StoryView const& view,
                      std::string const& mirror) {
  Scenes scenes{.undone = view.tree, .limit = view.limit};
  if (view.before) scenes.to = *view.before - 1;
  if (view.turn) scenes.from = scenes.to = *view.turn;
  if (view.last) scenes.from = scenes.to = story.scene_index;
  auto document = TRY(document_of(store, story));
  document["ended"] = story.ended_at.has_value();
  if (view.turn) TRY(scene_id_of(store, story, *view.turn));
  auto const files = TRY(story_of_files(store, mirror, story.id));
  if (files && view.tree)
    return fail(Fault::unsupported, "the files have no undone turns: only the tables have them");
  document["scenes"] = files ? log_rows(*files, scenes) : TRY(log_rows(store, story.id, scenes));
  document["dice"] = files ? dice_rows(*files, scenes) : TRY(dice_rows(store, story.id, scenes));
  if (view.tree) document["tree"] = TRY(tree_rows(store, story.id));
  return document;
}

Result<Json> scene_view(Store const& store, StoryRow const& story, StoryView const& view,
                        std::string const& mirror) {
  auto const scenes = scene_to_show(story, view);
  auto document = TRY(document_of(store, story));
  auto const files = TRY(story_of_files(store, mirror, story.id));
  document["scenes"] = files ? scene_rows(*files, scenes) : TRY(scene_rows(store, story.id, scenes));
  if (document["scenes"].empty())
    return fail(Fault::missing, fmt::format("the story has no scene {}", scenes.from));
  return document;
}

Result<Json> relations_view(Store const& store, StoryRow const& story, StoryView const& view) {
  if (view.turn) TRY(scene_id_of(store, story, *view.turn));
  auto document = TRY(document_of(store, story));
  document["relations"] = TRY(relation_rows(store, story.id, scene_to_show(story, view)));
  return document;
}

Json remembered_json(Remembered const& each) {
  auto const& it = each.observation;
  return {{"id", it.id},
          {"character_id", it.character_id},
          {"scene_index", it.scene_index},
          {"content", it.content},
          {"effective_importance", it.importance},
          {"reinforcement_count", it.reinforcement_count},
          {"age_minutes", each.age_minutes},
          {"decay_weight", each.decay_weight},
          {"reinforcement_multiplier", each.reinforcement_multiplier},
          {"priority", each.priority}};
}

/// `id` empty: everybody.
Result<void> need_character(Frozen const& documents, std::string const& id) {
  std::vector<std::string> ids;
  for (auto const& each : documents.characters)
    ids.push_back(each.id);
  if (id.empty() || std::ranges::find(ids, id) != ids.end()) return {};
  return fail(Fault::missing, fmt::format("\"{}\" is no character of the story: there is {}", printable(id),
                                          fmt::join(ids, ", ")));
}

/// The strongest of each character, or all.
Result<std::vector<Remembered>> memories(Store const& store, StoryRow const& story, StoryView const& view) {
  auto const documents =
      view.turn ? TRY(documents_of_scene(store, story.id, TRY(scene_id_of(store, story, *view.turn))))
                : TRY(frozen_of(store, story.id));
  TRY(need_character(*documents, view.character));
  auto const decay = read_decay(documents->ruleset);
  Moment const moment{view.at.value_or(now()), view.turn.value_or(story.scene_index)};
  std::map<std::string, std::vector<Observation>> known;
  for (auto& each : TRY(observations(store, story.id, view.character, view.turn)))
    known[each.character_id].push_back(std::move(each));
  std::vector<Remembered> all;
  for (auto const& [character, of_character] : known)
    append(all, strongest(of_character, decay, moment, view.all ? SIZE_MAX : strongest_told));
  std::ranges::stable_sort(all, std::ranges::greater(), &Remembered::priority);
  return all;
}

/// Sorted strongest first.
Result<Json> observations_view(Store const& store, StoryRow const& story, StoryView const& view) {
  auto const all = TRY(memories(store, story, view));
  auto document = TRY(document_of(store, story));
  auto& rows = document["observations"] = Json::array();
  for (auto const& each : all)
    rows.push_back(remembered_json(each));
  return document;
}

Result<Json> why_view(Store const& store, StoryRow const& story, StoryView const& view) {
  auto document = TRY(document_of(store, story));
  document.update(TRY(why_members(store, story, view.turn.value_or(story.scene_index))));
  return document;
}

Result<Json> reveal_view(Store const& store, StoryRow const& story) {
  if (!story.ended_at)
    return fail(Fault::busy,
                "the story has not ended: its later rolls could be predicted (artifactctl turn end)");
  if (TRY(seed_is_in_use(store, story)))
    return fail(Fault::busy, "a story that has not ended rolls by the same seed: end that one first");
  return Json{{"version", 1}, {"session_id", story.id}, {"seed", story.dice_seed}};
}

} // namespace

Result<Json> story_view(Store const& store, StoryRow const& story, StoryView const& view,
                        std::string const& mirror) {
  switch (view.what) {
  case What::log:
    return log_view(store, story, view, mirror);
  case What::scene:
    return scene_view(store, story, view, mirror);
  case What::observations:
    return observations_view(store, story, view);
  case What::relations:
    return relations_view(store, story, view);
  case What::why:
    return why_view(store, story, view);
  case What::reveal:
    return reveal_view(store, story);
  case What::exported:
    break;
  }
  return exported(store, story);
}

Json to_json(StoryView const& view) {
  Json json = {
      {"what", std::ranges::find(view_words, view.what, &decltype(view_words)::value_type::first)->second}};
  if (!view.character.empty()) json["character"] = view.character;
  if (view.turn) json["turn"] = *view.turn;
  if (view.tree) json["tree"] = true;
  if (view.last) json["last"] = true;
  if (view.before) json["before"] = *view.before;
  if (view.limit != SIZE_MAX) json["limit"] = view.limit;
  if (view.all) json["all"] = true;
  if (view.at) json["at"] = *view.at;
  return json;
}

Result<StoryView> read_story_view(Json const& question) {
  Faults faults;
  MemberReader members(question, "", faults);
  StoryView view;
  auto const what = members.text("what", 32);
  auto const word = std::ranges::find(view_words, what, &decltype(view_words)::value_type::second);
  if (word == view_words.end())
    members.fault("what", "has to be log, scene, observations, relations, why, reveal or export");
  else
    view.what = word->first;
  view.character = members.text("character", 256);
  view.turn = members.whole("turn", 0, INT64_MAX);
  view.tree = members.flag("tree", false);
  view.last = members.flag("last", false);
  view.before = members.whole("before", 0, INT64_MAX);
  if (auto const limit = members.whole("limit", 1, INT64_MAX)) view.limit = static_cast<std::size_t>(*limit);
  view.all = members.flag("all", false);
  view.at = members.whole("at", 0, INT64_MAX);
  if (!faults.empty()) return fail(Fault::invalid, faults.front());
  return view;
}

} // namespace artifactd::turn
