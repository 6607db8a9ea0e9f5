#include "merge/game/checks/phase_places.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/checks/stages.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>

namespace artifactd::game {

namespace {

/// "[3]" anywhere, or ".3." between two dots.
bool is_indexed(std::string_view reference) {
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i] != '[' && reference[i] != '.') continue;
    auto end = reference.find_first_not_of("0123456789", i + 1);
    if (end != reference.npos && end > i + 1 && reference[end] == (reference[i] == '[' ? ']' : '.'))
      return true;
  }
  return false;
}

void check_phase_names(Game const& game, Report& report) {
  for (auto const& transition : game.transitions()) {
    auto known = [&](std::string const& phase) {
      return std::ranges::find(game.phases(), phase) != game.phases().end();
    };
    if (transition.from.empty() || transition.to.empty()) {
      report.add("V05", transition.part,
                 fmt::format("Transition {} missing fromPhase or toPhase", transition.id));
      continue;
    }
    if (!known(transition.from))
      report.add(
          "V06", transition.part,
          fmt::format("Transition {} references unknown fromPhase: {}", transition.id, transition.from));
    if (!known(transition.to))
      report.add("V07", transition.part,
                 fmt::format("Transition {} references unknown toPhase: {}", transition.id, transition.to));
  }
}

/// Phases as the pipeline's structural check sees them: a phase that no edge leaves, apart from loops, is an
/// end, which is why its own V09 never occurs. So is `finished`, from which a game may begin again.
class Connectivity {
public:
  explicit Connectivity(Game const& game) {
    for (auto const& each : game.transitions()) {
      leaves_.insert(each.from);
      if (each.from.empty() || each.to.empty()) continue;
      entered_.insert(each.to);
      if (each.from != each.to) into_[each.to].push_back(each.from);
      if (each.from != each.to && each.from != last_phase) left_.insert(each.from);
    }
    std::vector<std::string_view> open;
    for (auto const& phase : game.phases())
      if (is_end(phase)) open.push_back(phase);
    ending_.insert(open.begin(), open.end());
    while (!open.empty()) {
      auto phase = open.back();
      open.pop_back();
      for (auto from : into_[phase])
        if (ending_.insert(from).second) open.push_back(from);
    }
  }

  [[nodiscard]] bool is_end(std::string_view phase) const { return !left_.contains(phase); }
  [[nodiscard]] bool is_entered(std::string_view phase) const { return entered_.contains(phase); }
  [[nodiscard]] bool is_left(std::string_view phase) const { return leaves_.contains(phase); }
  [[nodiscard]] bool can_end(std::string_view phase) const { return ending_.contains(phase); }

private:
  std::map<std::string_view, std::vector<std::string_view>> into_;
  std::set<std::string_view> entered_;
  std::set<std::string_view> left_;   ///< by an edge to another phase
  std::set<std::string_view> leaves_; ///< by any edge
  std::set<std::string_view> ending_;
};

void check_phases(Game const& game, Report& report) {
  Connectivity const connected(game);
  auto const& phases = game.phases();
  PhasePlaces const places(game);
  for (std::size_t i = 1; i < phases.size(); ++i)
    if (!connected.is_entered(phases[i]))
      report.add("V08", places.of(phases[i]),
                 fmt::format("Phase \"{}\" has no inbound transitions (unreachable)", phases[i]));
  if (!phases.empty() && !connected.is_left(phases.front()))
    report.add("V10", places.of(phases.front()),
               fmt::format("No transition from init phase \"{}\",", phases.front()));
  for (std::size_t i = 1; i < phases.size(); ++i)
    if (!connected.is_end(phases[i]) && !connected.can_end(phases[i]))
      report.add(
          "V11", places.of(phases[i]),
          fmt::format("Phase \"{}\" has no path to any terminal phase. Game cannot end from this phase.",
                      phases[i]));
}

void check_reference(Transition const& transition, Part const& at, std::string const& field,
                     SchemaFields const& fields, Report& report) {
  if (is_indexed(field)) {
    auto last = field.substr(field.rfind('.') + 1);
    return report.add(
        "V13", at,
        fmt::format(R"(Transition {} precondition uses indexed array access: {}. Indexed access is not )"
                    R"(allowed in preconditions. Use 'anyPlayer' or 'allPlayers' custom operators )"
                    R"(instead. Example: {{"anyPlayer": ["{}", "!=", null]}})",
                    transition.id, field, last));
  }
  if (field.empty() || fields.form() == SchemaForm::none || fields.is_valid(field))
    return; // no schema: reported once
  if (is_unscoped(field))
    return report.add(
        "V14", at,
        fmt::format("Transition {0} precondition references unscoped field: '{1}'. State field "
                    "references must use their full path (e.g., 'game.{1}' or 'players.{1}'). Only "
                    "computed context fields can be referenced without a prefix: playersCount, "
                    "playersRequiringActionCount, allPlayersCompletedActions.",
                    transition.id, field));
  report.add("V15", at,
             fmt::format("Transition {} precondition references unknown field: {}", transition.id, field));
}

void check_preconditions(Game const& game, SchemaFields const& fields, Report& report) {
  for (auto const& transition : game.transitions()) {
    if (!transition.preconditions_listed)
      report.add("V12", transition.part, fmt::format("Transition {} has no preconditions", transition.id));
    for (auto const& precondition : transition.preconditions) {
      if (precondition.logic == nullptr) continue;
      for (auto const& reference : field_references(*precondition.logic))
        check_reference(transition, {precondition.part.text, reference.at}, reference.field, fields, report);
    }
  }
}

} // namespace

void check_structure(Game const& game, SchemaFields const& fields, Report& report) {
  auto const* text = game.transitions_text();
  auto const broken = text == nullptr || text->root() == nullptr;
  if (broken)
    report.add("V01", text, "Failed to parse stateTransitions as JSON",
               text == nullptr ? no_transitions : "");
  auto const* schema = game.schema_text();
  if (schema == nullptr || schema->root() == nullptr)
    report.add("V02", schema, "Failed to parse stateSchema as JSON",
               schema == nullptr
                   ? "There is no file schema.json: write the schema of the game's state into it"
                   : "");
  if (broken) return;
  auto const& part = game.transitions_part();
  if (!game.lists_phases()) report.add("V03", part, "Missing or invalid phases array");
  if (!game.lists_transitions()) report.add("V04", part, "Missing or invalid transitions array");
  if (!game.lists_phases() || !game.lists_transitions()) return;
  check_phase_names(game, report);
  check_phases(game, report);
  check_preconditions(game, fields, report);
}

} // namespace artifactd::game
