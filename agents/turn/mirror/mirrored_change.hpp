// What a change of a story means to the mirror.
#pragma once

#include "agents/turn/store/store.hpp"
#include "agents/turn/turn_request.hpp"

namespace artifactd::turn {

/// Mirrors every story that the step's result names, if stories are mirrored. `directory`: the mirror's.
/// What was forgotten leaves the mirror in any case.
Result<void> mirror_change(Store const& store, std::string const& directory, Do what,
                           std::string const& result);

} // namespace artifactd::turn
