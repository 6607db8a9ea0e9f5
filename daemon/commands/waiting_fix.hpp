// What a person has to see to about the fixes of a tuning run: one that cannot be applied, because the files
// are not what it was made for, one that failed and cannot be rolled back, a change that was cut short.
#pragma once

#include "daemon/commands/stuck.hpp"

#include <optional>

namespace artifactd {

/// Found out from the files as they stand; nothing for a root without a target_root.
[[nodiscard]] std::optional<StuckRow> waiting_fix(Config const& config, SessionKey const& key);

} // namespace artifactd
