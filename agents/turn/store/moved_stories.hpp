// The stories of a restored database: each belongs to the directory that was restored for it, which has
// another place and another identity.
#pragma once

#include "agents/turn/store/story_directory.hpp"
#include "state/platform/result.hpp"

#include <string>
#include <vector>

namespace artifactd::turn {

struct MovedStory {
  std::vector<std::string> paths; ///< by which the directory was known
  std::uint64_t inode = 0;        ///< it had then
  std::int64_t birth_ns = 0;
  StoryDirectory now;
};

/// Of the file at `path`. Fault::unsupported for a newer layout, which is left alone.
Result<void> move_stories(std::string const& path, std::vector<MovedStory> const& moved);

} // namespace artifactd::turn
