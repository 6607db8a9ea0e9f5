// A story goes on by other documents than those it was begun with. Scenes that were played by the former ones
// keep them, so that they can be replayed.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"

namespace artifactd::turn {

struct NewBase {
  std::string session_id;
  std::string judged_scene_id; ///< the guard: written only while it is the current scene
  Frozen documents;
};

/// Change::stale on another scene. Changed::turn has the digest of the new ruleset as its result.
/// Fault::missing without such a story.
Result<Changed> rebase_story(Store const& store, NewBase const& base, Asked const& asked);

/// The documents that the turn which made the scene was played by. Fault::missing without such a story.
Result<Frozen> documents_of_scene(Store const& store, std::string const& session_id,
                                  std::string const& scene_id);

} // namespace artifactd::turn
