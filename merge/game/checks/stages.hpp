// The stages in which a game is checked, each after the pipeline's own stage of that name. Every stage checks
// everything it can, whatever another one found: a cause in one artifact is often seen best from another.
#pragma once

#include "merge/game/checks/checks.hpp"
#include "merge/game/checks/phase_graph.hpp"
#include "merge/game/checks/schema_fields.hpp"

namespace artifactd::game {

/// The hint where they are missing.
inline constexpr auto* no_transitions =
    "There is no file transitions.json: write the game's phases and transitions into it";

/// T: the pipeline's checks when it extracts transitions.
void check_transitions(Game const& game, PhaseGraph const& graph, Report& report);

/// V: consistency between transitions and schema.
void check_structure(Game const& game, SchemaFields const& fields, Report& report);

/// I: the pipeline's checks when it extracts instructions, in its order.
void check_instructions(Game const& game, SchemaFields const& fields, PhaseGraph const& graph,
                        Report& report);

/// G: the schema by itself.
void check_schema(Game const& game, SchemaFields const& fields, Report& report);

/// G: what none of these sees.
void check_beyond(Game const& game, SchemaFields const& fields, PhaseGraph const& graph, Report& report);

} // namespace artifactd::game
