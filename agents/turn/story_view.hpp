// A story as one JSON document, for those who only look at it: the document that `--json` prints, from which
// the text for people is made. Asked of the store directly, or of the daemon by who cannot open it.
#pragma once

#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/story_rows.hpp"

namespace artifactd::turn {

/// What is looked at.
struct StoryView {
  enum class What : std::uint8_t { log, scene, observations, relations, why, reveal, exported };
  What what = What::log;
  std::string character = {};            ///< of observations; empty: everybody's
  std::optional<std::int64_t> turn = {}; ///< as it was then; none: now
  bool tree = false;                     ///< of the log: with what was taken back, and branches
  bool last = false;                     ///< of the log: the current scene alone
  bool all = false;                      ///< of observations: also those that are not among the strongest
  std::optional<Time> at = {};           ///< of observations: how strong they are then; none: now
};

/// The log and the scene come from the mirror in that directory while stories are read from there.
/// Fault::missing: no such scene; Fault::busy: the dice seed of a story that goes on is not told;
/// Fault::unsupported: the mirror has no turns that were taken back.
Result<Json> story_view(Store const& store, StoryRow const& story, StoryView const& view,
                        std::string const& mirror);

/// {what, character, turn, tree, last, all, at}, as a question about a story has it.
[[nodiscard]] Json to_json(StoryView const& view);
/// Fault::invalid says which member is wrong. Others are ignored.
Result<StoryView> read_story_view(Json const& question);

} // namespace artifactd::turn
