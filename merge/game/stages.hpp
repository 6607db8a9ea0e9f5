// The stages a game is checked in, each after the pipeline's own stage of that name. Every stage looks at
// everything it can, whatever another one found: a cause in one artifact is often seen best from another.
#pragma once

#include "merge/game/checks.hpp"
#include "merge/game/phase_graph.hpp"
#include "merge/game/schema_fields.hpp"

namespace artifactd::game {

/// T: what the extraction of transitions checks of them.
void check_transitions(Game const& game, PhaseGraph const& graph, Report& report);

/// V: what stands between transitions and schema.
void check_structure(Game const& game, SchemaFields const& fields, Report& report);

/// I: what the extraction of instructions checks, in its order.
void check_instructions(Game const& game, SchemaFields const& fields, PhaseGraph const& graph,
                        Report& report);

/// G: the schema by itself.
void check_schema(Game const& game, SchemaFields const& fields, Report& report);

/// G: what none of these sees.
void check_beyond(Game const& game, SchemaFields const& fields, PhaseGraph const& graph, Report& report);

} // namespace artifactd::game
