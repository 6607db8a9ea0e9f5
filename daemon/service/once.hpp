// `artifactd --once`: settles everything that is pending under the roots, then exits.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/process/exit.hpp"
#include "state/journal/journal.hpp"

namespace artifactd {

/// 0 if nothing is left, 1 if something was refused, 4 if something is still pending, 74 if some directory
/// could not be looked at.
[[nodiscard]] Exit settle_once(Config const& config, Journal& journal);

} // namespace artifactd
