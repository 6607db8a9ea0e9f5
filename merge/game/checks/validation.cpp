#include "merge/game/checks/validation.hpp"

#include "merge/game/checks/stages.hpp"

namespace artifactd::game {

namespace {

std::vector<Finding> findings_of(Game const& game, Report report) {
  SchemaFields const fields(game.schema());
  PhaseGraph const graph(game.transitions());
  check_transitions(game, graph, report);
  check_structure(game, fields, report);
  check_instructions(game, fields, graph, report);
  check_schema(game, fields, report);
  check_beyond(game, fields, graph, report);
  return std::move(report).findings();
}

} // namespace

std::vector<Finding> validate(Game const& game) {
  return findings_of(game, Report());
}

std::vector<std::string> error_messages(Game const& game) {
  std::vector<std::string> errors;
  for (auto& finding : findings_of(game, Report(Report::Places::left_out)))
    if (finding.severity == Severity::error) errors.push_back(std::move(finding.message));
  return errors;
}

} // namespace artifactd::game
