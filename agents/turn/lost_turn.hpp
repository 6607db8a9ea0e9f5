// A result file whose turn the database does not know: the database was restored from an older copy, or is
// another one. The file may be all that is left of the turn.
#pragma once

#include "agents/turn/store/store.hpp"
#include "agents/turn/turn_request.hpp"

namespace artifactd::turn {

/// A refusal if carrying out the request would overwrite such a file. Steps that leave nothing in the
/// database (a dry run, `forget`) do not count, nor does a file that is no result.
Result<std::optional<Finding>> lost_turn(Store const& store, Session const& session,
                                         TurnRequest const& request, Name const& name);

} // namespace artifactd::turn
