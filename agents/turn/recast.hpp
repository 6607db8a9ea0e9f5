// Another character in a player's place, before a story begins.
#pragma once

#include "agents/turn/story.hpp"

namespace artifactd::turn {

/// `persona` takes the place of the scenario's persona: in the cast, and wherever the scenario names that one
/// by id: who is present, relations, goals, first observations.
void recast_persona(Frozen& story, Character const& persona);

} // namespace artifactd::turn
