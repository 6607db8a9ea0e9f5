#include "daemon/queries/story_list.hpp"

#include "agents/turn/store/rows/story_rows.hpp"
#include "watchers/session_key.hpp"

namespace artifactd {

namespace {

std::string place_of(turn::StoryRow const& story) {
  if (!story.directory) return "no directory";
  auto const& at = *story.directory;
  auto path = at.root.empty() ? at.path : full_path({at.root, at.path}); // begun without a configured root
  return turn::is_there(*story.directory) ? path : path + " (gone)";
}

} // namespace

Result<std::vector<StoryListRow>> list_of_stories(turn::Store const& store) {
  std::vector<StoryListRow> rows;
  for (auto const& story : TRY(turn::stories(store)))
    rows.push_back(
        {story.id, place_of(story), story.scenario_id, story.scene_index, story.ended_at.has_value()});
  return rows;
}

Json to_json(std::vector<StoryListRow> const& stories) {
  auto rows = Json::array();
  for (auto const& story : stories)
    rows.push_back({{"session_id", story.session_id},
                    {"session", story.session},
                    {"scenario_id", story.scenario_id},
                    {"scene_index", story.scene_index},
                    {"ended", story.ended}});
  return {{"version", 1}, {"stories", std::move(rows)}};
}

} // namespace artifactd
