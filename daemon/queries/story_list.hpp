// The answer to `turn list stories`: all stories, also those whose directory is gone, since `turn attach`
// needs their ids.
#pragma once

#include "agents/turn/store/store.hpp"
#include "state/json/json_text.hpp"

#include <vector>

namespace artifactd {

struct StoryListRow {
  std::string session_id; ///< the story's
  std::string session;    ///< the path of the directory that plays it, or that there is none
  std::string scenario_id;
  std::int64_t scene_index = 0;
  bool ended = false;
};

/// In the order in which they began.
[[nodiscard]] Result<std::vector<StoryListRow>> list_of_stories(turn::Store const& store);

[[nodiscard]] Json to_json(std::vector<StoryListRow> const& stories);

} // namespace artifactd
