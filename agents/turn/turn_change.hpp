// A step of a story is written: a turn that was played, or another change. With the session's claim.
#pragma once

#include "agents/turn/store/changes.hpp"
#include "agents/turn/turn_preparation.hpp"

namespace artifactd::turn {

struct WrittenChange {
  Change change = Change::written;
  std::vector<Finding> findings{}; ///< why nothing was changed
  std::string result{};            ///< the bytes of the result file
};

/// Change::stale: the story moved since the turn was played; nothing was changed.
Result<WrittenChange> write_change(Store const& store, StoryPlace const& place, TurnRequest const& request,
                                   Prepared const& prepared);

/// Removes what the session itself holds of a story that is forgotten: results and their requests, but for
/// the request of the signal that asks for it.
Result<void> remove_results(Session const& session, std::optional<Name> const& asking);

/// Why this request may not be made by who wrote it: to forget a story is for the operator, which is root,
/// the daemon's own user and its group.
[[nodiscard]] std::optional<Finding> denial(Session const& session, TurnRequest const& request);

} // namespace artifactd::turn
