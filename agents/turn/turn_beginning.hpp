// What can be done for a story before it is written: its scenario as it is now, judged once more.
#pragma once

#include "agents/turn/turn_preparation.hpp"

namespace artifactd::turn {

/// Of a request to begin. Findings and Errors as of prepare().
Result<Prepared> prepare_begin(Store const& store, TurnPolicy const& policy, StoryPlace const& place,
                               TurnRequest const& request);

/// A finding for a model that stories may not choose; an empty key chooses none. `member` is the request's.
void judge_key(Prepared& prepared, TurnPolicy const& policy, TurnRequest const& request,
               std::string const& key, char const* member);

} // namespace artifactd::turn
