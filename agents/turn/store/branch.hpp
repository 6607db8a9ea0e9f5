// Begins a second story from a scene of the first. Everything up to that scene is copied under new ids, so
// that either story can be forgotten without the other.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/store/story_directory.hpp"

namespace artifactd::turn {

struct NewBranch {
  std::string parent_session_id;
  std::string session_id; ///< from fresh_session_id()
  std::string scene_id;   ///< the last scene it keeps, undone or not; empty: the current one
  StoryDirectory directory;
  std::string dice_seed;
  bool seed_chosen = false;
};

/// The parent may have ended. The parent's user_action_ids are free again. Changed::turn is the parent's
/// record of the request; its result is the id of the new story. Fault::exists if the directory has a story
/// that has not ended, Fault::missing if the scene or story does not exist.
Result<Changed> branch_story(Store const& store, NewBranch const& branch, Asked const& asked);

} // namespace artifactd::turn
