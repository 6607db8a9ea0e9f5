// Shared by the tests of the turn engine: their corpora, and a story with rules to try things on.
#pragma once

#include "agents/turn/rules/state_ops.hpp"

#include <string_view>

namespace artifactd::turn {

/// Reads the JSON file `name` next to the tests.
Json engine_corpus(std::string_view name);

/// The rules and the state from which every case in state_ops.json starts.
StateRules corpus_rules();
StoryState corpus_state();

/// The rules of a ruleset with these parts; ends the test program if they are invalid.
StateRules rules_of(Json scene_state_schema, Json mechanics);

} // namespace artifactd::turn
