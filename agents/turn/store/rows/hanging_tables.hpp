// The tables whose rows belong to a scene, with their columns: these rows are copied into a branch and must
// be unchanged after an undo.
#pragma once

#include "agents/turn/store/rows/row.hpp"

namespace artifactd::turn {

struct HangingTable {
  char const* name;
  std::span<Column const> columns; ///< includes `scene_id`; omits attempt_id of events
};

/// Observations come before the tables that refer to them.
[[nodiscard]] std::span<HangingTable const> hanging_tables() noexcept;

} // namespace artifactd::turn
