// The stories themselves: beginning, finding, attaching, changing models, ending and forgetting them.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/store/story_directory.hpp"

#include <vector>

namespace artifactd::turn {

/// 26 random digits of base 32.
[[nodiscard]] std::string fresh_session_id();

/// A turn that was played elsewhere. The state it led to is unknown.
struct PastTurn {
  std::string text; ///< the player's
  std::string narration;
  Time at = 0;   ///< not before the turn before
  Json imported; ///< for its event: its origin and other data
};

/// What was played before the story begins here.
struct Past {
  std::string opening = {}; ///< replaces the scenario's intro; empty: that one
  std::optional<Time> begun = {};
  std::vector<PastTurn> turns = {};
};

struct NewStory {
  std::string session_id; ///< from fresh_session_id()
  StoryDirectory directory;
  Frozen frozen; ///< its documents are in the database, too
  std::string small_model_key;
  std::string large_model_key;
  std::string dice_seed;
  bool seed_chosen = false; ///< by a person
  std::string result;       ///< of the turn `begin`
  Past past = {};
};

/// Writes the session, its characters, scene 0 (the scenario's scene_seed without `relations`, which become
/// edges), the first observations and the intro, and a scene with the same state for each past turn, as one
/// change. Fault::exists if the directory has a story that has not ended, unless this very request began it;
/// Fault::missing if a document is not in the database; Fault::invalid for edges that do not connect two of
/// its characters.
Result<Changed> begin_story(Store const& store, NewStory const& story, Asked const& asked);

struct StoryRow {
  std::string id;
  std::optional<StoryDirectory> directory; ///< std::nullopt: never attached here
  std::string scenario_id;
  std::string ruleset_id;
  std::string world_lore_id;              ///< may be empty
  std::vector<std::string> character_ids; ///< in the scenario's order
  std::string persona_id;
  std::string current_scene_id;
  std::int64_t scene_index = 0; ///< of that scene
  std::string small_model_key;
  std::string large_model_key;
  std::string dice_seed; ///< never shown before the story has ended
  bool seed_chosen = false;
  std::string parent_session_id; ///< for a branch, while the parent exists
  std::string parent_scene_id;
  std::optional<Time> ended_at;
  Time created_at = 0;
  Time updated_at = 0;
  std::string documents_digest; ///< of the documents it is played by
};

/// The directory's story that has not ended; if there is none, the one that began last.
Result<std::optional<StoryRow>> find_story(Store const& store, StoryDirectory const& directory);
Result<std::optional<StoryRow>> story(Store const& store, std::string const& session_id);
/// Sorted by created_at, then id.
Result<std::vector<StoryRow>> stories(Store const& store);
/// Whether a story that has not ended uses this one's seed, as a branch with the same dice does: then the
/// seed would reveal its future rolls.
Result<bool> seed_is_in_use(Store const& store, StoryRow const& story);
/// The documents it is played by: those it began with, or was rebased to. Fault::missing if there is no such
/// story.
Result<SharedDocuments> frozen_of(Store const& store, std::string const& session_id);

/// From now on this directory plays it. Fault::exists if the directory has another story that has not ended.
Result<void> attach_story(Store const& store, std::string const& session_id, StoryDirectory const& directory);

/// Other models from the next turn on; an empty key keeps the current one.
Result<Changed> set_models(Store const& store, std::string const& session_id, std::string const& small_key,
                           std::string const& large_key, Asked const& asked);
/// Ends it: no more turns, no more undo.
Result<Changed> end_story(Store const& store, std::string const& session_id, Asked const& asked);

/// Its id and those of all stories branched from it, directly or indirectly.
Result<std::vector<std::string>> with_branches(Store const& store, std::string const& session_id);

/// Deletes it with everything that belongs to it, and with `branches` also the stories branched from it;
/// without it these remain. The bytes in a file are overwritten, those on a server are not (out_of_reach()).
/// Returns the ids of the deleted stories. If there are readers meanwhile, the log beside the database keeps
/// the bytes until the next Store::compact().
Result<std::vector<std::string>> forget_story(Store const& store, std::string const& session_id,
                                              bool branches);
/// Where parts of a forgotten story may remain that nothing here can delete, for people.
[[nodiscard]] std::string_view out_of_reach(Store const& store) noexcept;

} // namespace artifactd::turn
