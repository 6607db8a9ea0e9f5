// What a person has to resolve about the fixes of a tuning run: one that cannot be applied because the files
// are not those it was made for, one that failed and cannot be rolled back, an interrupted change.
#pragma once

#include "daemon/queries/stuck.hpp"

#include <optional>

namespace artifactd {

/// Determined from the files; std::nullopt for a root without a target_root.
[[nodiscard]] std::optional<StuckRow> waiting_fix(Config const& config, SessionKey const& key);

} // namespace artifactd
