#include "merge/game/checks/start_state.hpp"

#include <algorithm>

namespace artifactd::game {

namespace {

bool has_template(std::string_view text) {
  return text.find("{{") != text.npos;
}

class Simulation {
  static constexpr std::string_view players_scope = "players.";
  static constexpr std::string_view game_scope = "game.";

public:
  explicit Simulation(StartState& state) : state_(state) {}

  void apply(Operation const& operation) {
    auto const& node = *operation.part.node;
    auto const* value = node.find("value");
    if (operation.name == "setForAllPlayers") {
      auto field = operation.text("field");
      if (!field) return;
      make_players();
      for (auto& [id, fields] : state_.players)
        fields[*field] = value;
      return;
    }
    auto const& path = operation.path;
    if (!path) return;
    if (operation.name == "rng") {
      auto const* choices = node.find("choices");
      if (is(choices, json::Type::array) && !choices->children().empty() && !has_template(*path))
        assign(*path, &choices->children().front());
    } else if (operation.name == "set") {
      assign(*path, value);
    }
  }

private:
  void make_players() {
    if (!state_.players.empty()) return;
    state_.players.try_emplace("player1");
    state_.players.try_emplace("player2");
  }

  void assign(std::string_view path, JsonNode const* value) {
    if (path.starts_with(game_scope) && !has_template(path)) {
      state_.game[std::string(path.substr(game_scope.size()))] = value;
      return;
    }
    if (!path.starts_with(players_scope)) return;
    path.remove_prefix(players_scope.size());
    auto dot = path.find('.', path.starts_with("{{") ? path.find("}}") : 0);
    if (dot == path.npos) return;
    auto who = path.substr(0, dot);
    if (has_template(who)) { // one unknown player: assume the first
      make_players();
      who = state_.players.begin()->first;
    }
    state_.players[std::string(who)][std::string(path.substr(dot + 1))] = value;
  }

  StartState& state_;
};

} // namespace

std::vector<JsonNode const*> StartState::values_of(std::string_view player_field) const {
  std::vector<JsonNode const*> values;
  for (auto const& [id, fields] : players) {
    auto found = fields.find(player_field);
    values.push_back(found == fields.end() ? nullptr : found->second);
  }
  return values;
}

Transition const* init_transition(Game const& game) {
  auto found = std::ranges::find(game.transitions(), "init", &Transition::from);
  return found == game.transitions().end() ? nullptr : &*found;
}

StartState start_state(std::vector<Operation> const& operations) {
  StartState state;
  Simulation simulation(state);
  for (auto const& operation : operations)
    simulation.apply(operation);
  return state;
}

} // namespace artifactd::game
