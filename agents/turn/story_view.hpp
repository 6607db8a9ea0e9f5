// A story as one JSON document, read only: the document that `--json` prints and the text for people is made
// from. Read from the store, or from the daemon by callers that cannot open the store.
#pragma once

#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/rows/story_rows.hpp"

namespace artifactd::turn {

/// What to show.
struct StoryView {
  enum class What : std::uint8_t { log, scene, observations, relations, why, reveal, exported };
  What what = What::log;
  std::string character = {};              ///< for observations; empty: of everybody
  std::optional<std::int64_t> turn = {};   ///< the state at that turn; unset: now
  bool tree = false;                       ///< for the log: include undone scenes and branches
  bool last = false;                       ///< for the log: only the current scene
  std::optional<std::int64_t> before = {}; ///< for the log: only earlier scenes than this one
  std::size_t limit = SIZE_MAX;            ///< for the log: the last ones of these
  bool all = false;                        ///< for observations: all, not only the strongest
  std::optional<Time> at = {};             ///< for observations: their strength at that time; unset: now
};

/// The log and the scene come from the mirror in that directory while stories are read from there.
/// Fault::missing: no such scene; Fault::busy: the dice seed of a running story is secret;
/// Fault::unsupported: the mirror has no undone turns.
Result<Json> story_view(Store const& store, StoryRow const& story, StoryView const& view,
                        std::string const& mirror);

/// {what, character, turn, tree, last, before, limit, all, at}, as sent in a question about a story.
[[nodiscard]] Json to_json(StoryView const& view);
/// Fault::invalid names the member at fault. Unknown members are ignored.
Result<StoryView> read_story_view(Json const& question);

} // namespace artifactd::turn
