#include "daemon/queries/game_picture.hpp"

#include "daemon/settling/policies.hpp"
#include "merge/artifacts/artifact_set.hpp"
#include "merge/game/artifacts.hpp"
#include "merge/play/runtime/replay.hpp"
#include "merge/play/search/fault_search.hpp"
#include "merge/play/search/look.hpp"

#include <fmt/core.h>
#include <span>

namespace artifactd {

namespace {

constexpr std::size_t most_states_shown = 200;

/// The state before the first step, and after each.
Json states_on_the_way(game::Game const& game, std::vector<std::string> const& players,
                       std::vector<play::Step> const& steps) {
  play::Runtime runtime(game, players);
  auto states = Json::array();
  for (std::size_t taken = 0; taken <= steps.size() && taken < most_states_shown; ++taken) {
    auto const replayed =
        play::replay(runtime, std::vector(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(taken)));
    states.push_back(runtime.program().layout().state(replayed.row, runtime.pool()));
  }
  return states;
}

} // namespace

Result<game::Game> session_game(Config const& config, Session const& session, Name const& agent) {
  auto const set = TRY(read_artifacts(session, agent, kg_policy(config).artifacts));
  for (auto const& each : set.files)
    if (!game::artifact_of(each.name).empty()) return game::game_of(set);
  return fail(Fault::missing, fmt::format("{} has no game", agent.str()));
}

Json game_picture(game::Game const& game) {
  auto phases = Json::array();
  for (auto const& name : game.phases()) {
    auto actions = Json::array();
    if (auto const* instructions = game.player_phase(name))
      for (auto const& each : instructions->actions)
        actions.push_back(each.id);
    phases.push_back(
        {{"phase", name}, {"asks_players", game.requires_input(name)}, {"actions", std::move(actions)}});
  }
  auto transitions = Json::array();
  for (auto const& each : game.transitions()) {
    auto preconditions = Json::array();
    for (auto const& precondition : each.preconditions)
      preconditions.push_back(precondition.id);
    transitions.push_back(
        {{"id", each.id}, {"from", each.from}, {"to", each.to}, {"preconditions", std::move(preconditions)}});
  }
  return {{"phases", std::move(phases)}, {"transitions", std::move(transitions)}};
}

Json game_faults(game::Game const& game) {
  auto const players = play::usual_players(game);
  play::SearchLimits limits;
  limits.states = play::most_states_looked_at;
  auto outcome = play::search_faults(game, players, limits);
  std::ranges::move(play::chance_faults(game), std::back_inserter(outcome.faults));
  auto faults = Json::array();
  for (auto const& fault : outcome.faults) {
    auto json = to_json(fault);
    json["states_on_the_way"] = states_on_the_way(game, players, fault.steps);
    faults.push_back(std::move(json));
  }
  return {{"version", 1},
          {"players", players},
          {"states", outcome.states},
          {"complete", outcome.complete},
          {"faults", std::move(faults)}};
}

} // namespace artifactd
