#include "daemon/queries/game_simulation.hpp"

#include "merge/play/runtime/replay.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

play::PlayStatistics played(game::Game const& game, std::vector<std::string> const& players,
                            SimulationOrder const& order) {
  play::Runtime runtime(game, players);
  play::Moves moves(runtime);
  play::PlayStatistics statistics;
  for (std::size_t i = 0; i < order.plays; ++i) {
    order.on_play(i + 1);
    count(statistics, runtime, play_through(runtime, moves, order.bot, fmt::format("{}/{}", order.seed, i)));
  }
  return statistics;
}

} // namespace

std::size_t GameSimulation::certain() const {
  return static_cast<std::size_t>(std::ranges::count(outcome.faults, true, &play::FoundFault::certain));
}

GameSimulation simulate(game::Game const& game, std::vector<std::string> players,
                        SimulationOrder const& order) {
  auto outcome = play::search_faults(game, players, order.limits);
  std::ranges::move(play::chance_faults(game), std::back_inserter(outcome.faults));
  auto statistics = played(game, players, order);
  return {std::move(players), std::move(outcome), std::move(statistics)};
}

game::Value to_json(GameSimulation const& simulation) {
  auto const& [players, outcome, statistics] = simulation;
  auto faults = json_list(outcome.faults);
  for (auto& fault : faults) {
    fault["players"] = players;
    fault["states"] = outcome.states;
    fault["complete"] = outcome.complete;
  }
  return {{"version", 1},
          {"players", players},
          {"states", outcome.states},
          {"complete", outcome.complete},
          {"faults", std::move(faults)},
          {"plays", to_json(statistics)}};
}

Result<FaultTrace> fault_trace(std::string const& shown, std::string const& text) {
  auto const findings = json::syntax_findings(shown, text, {.depth = game::deepest});
  if (!findings.empty())
    return fail(Fault::invalid, fmt::format("{}, line {}: {}", shown, findings.front().line.value_or(1),
                                            findings.front().message));
  auto json = game::Value::parse(text);
  if (json.is_object() && json.contains("faults") && json["faults"].is_array() && !json["faults"].empty())
    json = game::Value(json["faults"][0]);
  if (!json.is_object() || !json.contains("steps") || !json["steps"].is_array())
    return fail(Fault::invalid, shown + ": it has no list of steps; artifactctl game simulate DIR --json "
                                        "prints faults that have one");
  FaultTrace trace{.type = text_member(json, "type")};
  for (auto const& each : json["steps"]) {
    auto step = play::step_from(each);
    if (!step)
      return fail(Fault::invalid,
                  fmt::format("{}: step {}: {}", shown, trace.steps.size() + 1, step.error()));
    trace.steps.push_back(*std::move(step));
  }
  for (auto const& each : json.value("players", game::Value::array()))
    if (each.is_string()) trace.players.push_back(each.get<std::string>());
  return trace;
}

RetracedFault retrace(game::Game const& game, std::vector<std::string> const& players, FaultTrace trace) {
  play::Runtime runtime(game, players);
  auto const replayed = play::replay(runtime, trace.steps);
  RetracedFault retraced{.trace = std::move(trace),
                         .taken = replayed.taken,
                         .stopped = {},
                         .state = runtime.program().layout().state(replayed.row, runtime.pool()),
                         .shown = {}};
  if (replayed.fault) retraced.stopped = replayed.fault->details;
  if (auto const type = play::fault_from(retraced.trace.type))
    retraced.shown = shows(*type, runtime, replayed, retraced.trace.steps.size());
  return retraced;
}

game::Value to_json(RetracedFault const& retraced) {
  game::Value json{{"version", 1},
                   {"taken", retraced.taken},
                   {"steps", retraced.trace.steps.size()},
                   {"state", retraced.state}};
  if (retraced.stopped) json["stopped"] = *retraced.stopped;
  if (retraced.shown) json["shows"] = {{"type", retraced.trace.type}, {"shown", *retraced.shown}};
  return json;
}

} // namespace artifactd
