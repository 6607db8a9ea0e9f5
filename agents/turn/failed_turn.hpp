// How a turn ends that is not written: its attempt keeps what happened, the story stays where it was.
#pragma once

#include "agents/turn/prepared_step.hpp"

namespace artifactd::turn {

struct FailedTurn {
  std::string attempt_id;
  std::int64_t turn_index = 0; ///< of the turn it would have made
};

/// Discards the replies to the calls in `asked`, so that the same action makes these calls again. Returns why
/// the request is refused, or an Error if the turn stays pending.
Result<Finding> fail_turn(Store const& store, TurnRequest const& request, FailedTurn const& failed,
                          TurnFailure failure);

} // namespace artifactd::turn
