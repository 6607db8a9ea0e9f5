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

/// The same for a turn that kept every contract, but does not fit the story: all its calls are made again.
/// An Error, the commit's own, if the database is at fault.
Result<Finding> fail_unwritten(Store const& store, TurnRequest const& request, Prepared const& prepared,
                               Error why);

} // namespace artifactd::turn
