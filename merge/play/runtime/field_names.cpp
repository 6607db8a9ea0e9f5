#include "merge/play/runtime/field_names.hpp"

#include "merge/game/checks/schema_fields.hpp"
#include "merge/game/logic/templates.hpp"
#include "merge/game/values/value_of.hpp"

#include <algorithm>

namespace artifactd::play {

namespace {

class NameCollector {
public:
  FieldNames names;

  void field(std::string_view path) {
    auto const field = named_field(path);
    constexpr std::string_view game_scope = "game.";
    constexpr std::string_view players_scope = "players.";
    if (field.name.starts_with(game_scope)) return add(names.game, field.name.substr(game_scope.size()));
    if (field.name.starts_with(players_scope) && field.name.find('.', players_scope.size()) == path.npos)
      add(names.player, field.name.substr(players_scope.size()));
  }

  /// "players.score", as in schemas.
  void schema_field(std::string_view path) {
    constexpr std::string_view players_scope = "players.";
    if (path.starts_with(players_scope))
      add(names.player, std::string(path.substr(players_scope.size(), path.find('.', players_scope.size()) -
                                                                          players_scope.size())));
    else
      field(path);
  }

  void operation_path(std::string_view path) {
    auto const segments = game::template_path_segments(path);
    if (segments.size() >= 2 && segments[0] == "game" && !segments[1].contains("{{"))
      add(names.game, std::string(segments[1].substr(0, segments[1].find('['))));
    if (segments.size() >= 3 && segments[0].starts_with("players") && !segments[2].contains("{{"))
      add(names.player, std::string(segments[2].substr(0, segments[2].find('['))));
    if (segments.size() >= 2 && segments[0] == "players[*]")
      add(names.player, std::string(segments[1].substr(0, segments[1].find('['))));
  }

  void player_field(std::string_view field) {
    if (!field.contains("{{")) add(names.player, std::string(field.substr(0, field.find('.'))));
  }

private:
  static void add(std::vector<std::string>& known, std::string name) {
    if (!name.empty() && std::ranges::find(known, name) == known.end()) known.push_back(std::move(name));
  }
};

} // namespace

std::vector<game::Operation const*> all_operations(game::Game const& game) {
  std::vector<game::Operation const*> operations;
  auto const add = [&operations](game::Instruction const& instruction) {
    for (auto const& operation : instruction.operations)
      operations.push_back(&operation);
  };
  for (auto const& each : game.transition_instructions())
    add(each.instruction);
  for (auto const& phase : game.player_phases())
    std::ranges::for_each(phase.actions, add);
  return operations;
}

std::vector<DeclaredCheck> checks_of(game::Instruction const& action) {
  std::vector<DeclaredCheck> checks;
  auto const* validation = action.part.node->find("validation");
  auto const* list = game::is(validation, json::Type::object) ? validation->find("checks") : nullptr;
  if (!game::is(list, json::Type::array)) return checks;
  for (auto const& check : list->children()) {
    auto const* logic = game::is(&check, json::Type::object) ? check.find("logic") : nullptr;
    if (logic != nullptr)
      checks.push_back({game::string_at(check, "id").value_or("undefined"),
                        game::string_at(check, "errorMessage").value_or(""), game::value_of(*logic)});
  }
  return checks;
}

std::vector<Value> all_logic(game::Game const& game) {
  std::vector<Value> logic;
  for (auto const& transition : game.transitions())
    for (auto const& each : transition.preconditions)
      if (each.logic != nullptr && each.deterministic != nullptr && each.deterministic->text() == "true")
        logic.push_back(game::value_of(*each.logic));
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      for (auto& check : checks_of(action))
        logic.push_back(std::move(check.logic));
  return logic;
}

FieldNames field_names(game::Game const& game) {
  NameCollector collector;
  for (auto const& base : game::base_fields())
    collector.schema_field(base.path);
  game::SchemaFields const schema(game.schema());
  for (auto const& field : schema.all())
    if (field.path != "game" && field.path != "players") collector.schema_field(field.path);
  for (auto const* operation : all_operations(game)) {
    for (auto const* member : {"path", "fromPath", "toPath", "keyPath"})
      if (auto const path = operation->text(member)) collector.operation_path(*path);
    if (operation->name == "setForAllPlayers") collector.player_field(operation->text("field").value_or(""));
  }
  for (auto const& logic : all_logic(game)) {
    for (auto const& variable : variables_of(logic))
      collector.field(variable);
    for (auto const& field : player_tests_of(logic))
      collector.player_field(field);
  }
  return std::move(collector.names);
}

} // namespace artifactd::play
