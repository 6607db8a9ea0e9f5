// The stories themselves: begun, found by their directory, attached to another, given other models, ended,
// forgotten.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"
#include "agents/turn/store/story_directory.hpp"

#include <vector>

namespace artifactd::turn {

/// 26 random digits of base 32.
[[nodiscard]] std::string fresh_session_id();

/// A turn that was told elsewhere. Nobody knows the state it led to.
struct PastTurn {
  std::string text; ///< the player's
  std::string narration;
  Time at = 0;   ///< not before the one before
  Json imported; ///< of its event: where it is from, and what else was there
};

/// What was told before the story begins here.
struct Past {
  std::string opening = {}; ///< instead of the scenario's intro; empty: that one
  std::optional<Time> begun = {};
  std::vector<PastTurn> turns = {};
};

struct NewStory {
  std::string session_id; ///< of fresh_session_id()
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
/// change. Fault::exists where the directory has a story
/// that has not ended, unless this very request began it; Fault::missing where a document is not in the
/// database; Fault::invalid for edges that are no edges between two of its characters.
Result<Changed> begin_story(Store const& store, NewStory const& story, Asked const& asked);

struct StoryRow {
  std::string id;
  std::optional<StoryDirectory> directory; ///< nothing: never attached here
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
  std::string parent_session_id; ///< of a branch, while there is one
  std::string parent_scene_id;
  std::optional<Time> ended_at;
  Time created_at = 0;
  Time updated_at = 0;
  std::string documents_digest; ///< of what it is played by
};

/// The story of the directory that has not ended; without one the one that was begun last.
Result<std::optional<StoryRow>> find_story(Store const& store, StoryDirectory const& directory);
Result<std::optional<StoryRow>> story(Store const& store, std::string const& session_id);
/// By created_at, then id.
Result<std::vector<StoryRow>> stories(Store const& store);
/// Whether a story that has not ended rolls by this one's seed, as a branch with the same dice does: then the
/// seed would foretell its rolls.
Result<bool> seed_is_in_use(Store const& store, StoryRow const& story);
/// The documents it was begun with. Fault::missing without such a story.
Result<Frozen> frozen_of(Store const& store, std::string const& session_id);

/// From now on this directory plays it. Fault::exists where another story of it has not ended.
Result<void> attach_story(Store const& store, std::string const& session_id, StoryDirectory const& directory);

/// Other models from the next turn on; an empty key leaves that one.
Result<Changed> set_models(Store const& store, std::string const& session_id, std::string const& small_key,
                           std::string const& large_key, Asked const& asked);
/// Closes it: no further turn, nothing taken back.
Result<Changed> end_story(Store const& store, std::string const& session_id, Asked const& asked);

/// Its id and those of the stories that were branched off from it, and off those.
Result<std::vector<std::string>> with_branches(Store const& store, std::string const& session_id);

/// Deletes it with everything that hangs on it, and with `branches` what was branched off from it; the bytes
/// of a file are overwritten, those of a server are not (out_of_reach()). Returns the ids of the stories that
/// are gone. A story that was branched off lives on otherwise. Where somebody reads meanwhile, the log beside
/// the database keeps the bytes until the next Store::compact().
Result<std::vector<std::string>> forget_story(Store const& store, std::string const& session_id,
                                              bool branches);
/// What of a forgotten story may be left elsewhere, for people; empty for a file.
[[nodiscard]] std::string_view out_of_reach(Store const& store) noexcept;

} // namespace artifactd::turn
