// Applies a change of a story to the mirror.
#pragma once

#include "agents/turn/store/store.hpp"
#include "agents/turn/turn_request.hpp"

namespace artifactd::turn {

/// Mirrors every story that the step's result names, if mirroring is on. `directory`: the mirror's. Forgotten
/// stories are always removed from the mirror.
Result<void> mirror_change(Store const& store, std::string const& directory, Do what,
                           std::string const& result);

} // namespace artifactd::turn
