// Replaces the player's character before a story begins.
#pragma once

#include "agents/turn/story.hpp"

namespace artifactd::turn {

/// `persona` replaces the scenario's persona in the cast and wherever the scenario names that id: who is
/// present, relations, goals, first observations.
void recast_persona(Frozen& story, Character const& persona);

} // namespace artifactd::turn
