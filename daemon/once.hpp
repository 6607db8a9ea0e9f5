// `artifactd --once`: everything that is pending under the roots is settled, then the process leaves.
#pragma once

#include "daemon/config.hpp"
#include "daemon/exit.hpp"
#include "state/journal.hpp"

namespace artifactd {

/// 0 when nothing is left, 1 when something was refused, 4 when something stays pending, 74 when not every
/// directory could be looked at.
[[nodiscard]] Exit settle_once(Config const& config, Journal& journal);

} // namespace artifactd
