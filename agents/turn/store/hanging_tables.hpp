// The tables whose rows hang on a scene, with their columns: what is copied into a branch, and what is to be
// the same after a turn was taken back.
#pragma once

#include "agents/turn/store/row.hpp"

namespace artifactd::turn {

struct HangingTable {
  char const* name;
  std::span<Column const> columns; ///< `scene_id` among them; attempt_id of events is left out
};

/// Observations before what refers to them.
[[nodiscard]] std::span<HangingTable const> hanging_tables() noexcept;

} // namespace artifactd::turn
