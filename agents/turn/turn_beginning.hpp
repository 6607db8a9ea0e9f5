// Prepares the beginning of a story: its scenario as it is now, checked again.
#pragma once

#include "agents/turn/prepared_step.hpp"
#include "agents/turn/turn_policy.hpp"

namespace artifactd::turn {

/// For a request to begin. Findings and Errors as in prepare().
Result<Prepared> prepare_begin(Store const& store, TurnPolicy const& policy, StoryPlace const& place,
                               TurnRequest const& request);

/// Adds a finding if stories may not choose the model; an empty key chooses none. `member` is the request's.
void judge_key(Prepared& prepared, TurnPolicy const& policy, TurnRequest const& request,
               std::string const& key, char const* member);

} // namespace artifactd::turn
