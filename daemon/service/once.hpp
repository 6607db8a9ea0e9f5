// `artifactd --once`: settles everything that is pending under the roots, then exits.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/process/exit.hpp"
#include "state/journal/journal.hpp"

namespace artifactd {

/// 0 if nothing is left, 1 if something was refused, 4 if something is still pending, 74 if some directory
/// could not be looked at. Work that asks models gets a model service for as long as it takes.
[[nodiscard]] Exit settle_once(Config config, ConfigSource const& source, Journal& journal);

} // namespace artifactd
