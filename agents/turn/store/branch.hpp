// A second story from a scene of the first. Everything up to that scene is copied under ids of its own:
// either may be forgotten without the other.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/store/story_directory.hpp"

namespace artifactd::turn {

struct NewBranch {
  std::string parent_session_id;
  std::string session_id; ///< of fresh_session_id()
  std::string scene_id;   ///< the last scene it keeps, undone or not; empty: the current one
  StoryDirectory directory;
  std::string dice_seed;
  bool seed_chosen = false;
};

/// Of a story that ended, too. The user_action_ids of the parent are free again. Changed::turn is the
/// parent's record of the request, its result the id of the new story. Fault::exists where the directory has
/// a story that has not ended, Fault::missing for a scene or story that is not there.
Result<Changed> branch_story(Store const& store, NewBranch const& branch, Asked const& asked);

} // namespace artifactd::turn
