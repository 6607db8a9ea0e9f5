#include "agents/turn/store/taking_back.hpp"

#include "agents/turn/store/rows/observation_rows.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

/// Later than all earlier marks, even if the clock goes back: redo begins with the latest undo.
Result<Time> next_mark(Database& database, std::string const& session_id, Time now) {
  auto const last =
      TRY(number_of(database, "SELECT max(undone_at) FROM scenes WHERE session_id = ?", session_id));
  return last ? std::max(now, *last + 1) : now;
}

} // namespace

Result<void> take_back_behind(Database& database, std::string const& session_id, std::int64_t index,
                              Time now) {
  TRY(execute(
      database,
      "UPDATE scenes SET undone_at = ? WHERE session_id = ? AND scene_index > ? AND undone_at IS NULL",
      TRY(next_mark(database, session_id, now)), session_id, index));
  return refresh_reinforced(database, session_id, index + 1);
}

} // namespace artifactd::turn
