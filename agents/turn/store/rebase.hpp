// Continues a story with other documents than it began with. Scenes played with earlier documents keep those,
// so that they can be replayed.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/store/store.hpp"

namespace artifactd::turn {

struct NewBase {
  std::string session_id;
  std::string judged_scene_id; ///< the guard: written only while this scene is current
  Frozen documents;
};

/// Change::stale on another scene. The result in Changed::turn is the digest of the new ruleset.
/// Fault::missing if there is no such story.
Result<Changed> rebase_story(Store const& store, NewBase const& base, Asked const& asked);

/// The documents by which the scene's turn was played. Fault::missing if there is no such story.
Result<SharedDocuments> documents_of_scene(Store const& store, std::string const& session_id,
                                           std::string const& scene_id);

} // namespace artifactd::turn
