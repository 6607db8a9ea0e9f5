// What the tests of a turn's engine have in common: their corpora, and a story with rules to try things on.
#pragma once

#include "agents/turn/state_ops.hpp"

#include <string_view>

namespace artifactd::turn {

/// A JSON file beside the tests.
Json engine_corpus(std::string_view name);

/// The rules, and the state that everything in state_ops.json starts from.
StateRules corpus_rules();
StoryState corpus_state();

/// The rules of a ruleset with these parts; ends the test program where they do not hold.
StateRules rules_of(Json scene_state_schema, Json mechanics);

} // namespace artifactd::turn
