// Writes a step of a story: a played turn, or another change. Requires the session's claim.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/turn_preparation.hpp"

namespace artifactd::turn {

struct WrittenChange {
  Change change = Change::written;
  std::vector<Finding> findings{}; ///< why nothing was changed
  std::string result{};            ///< the bytes of the result file
};

/// Change::stale: the story has moved since the turn was played; nothing was changed.
Result<WrittenChange> write_change(Store const& store, StoryPlace const& place, TurnRequest const& request,
                                   Prepared const& prepared);

/// Why the author of this request may not make it: only the operator (root, the daemon's own user and its
/// group) may forget a story.
[[nodiscard]] std::optional<Finding> denial(Session const& session, TurnRequest const& request);

} // namespace artifactd::turn
