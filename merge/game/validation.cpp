#include "merge/game/validation.hpp"

#include "merge/game/stages.hpp"

namespace artifactd::game {

std::vector<Finding> validate(Game const& game) {
  SchemaFields const fields(game.schema());
  PhaseGraph const graph(game.transitions());
  Report report;
  check_transitions(game, graph, report);
  check_structure(game, fields, report);
  check_instructions(game, fields, graph, report);
  check_beyond(game, fields, graph, report);
  return std::move(report).findings();
}

} // namespace artifactd::game
