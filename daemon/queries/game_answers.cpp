#include "daemon/queries/game_answers.hpp"

#include "merge/game/checks/validation.hpp"
#include "merge/game/logic/json_logic.hpp"
#include "merge/game/logic/logic_whitelist.hpp"
#include "merge/game/values/value_of.hpp"
#include "merge/play/search/look.hpp"

#include <algorithm>

namespace artifactd {

std::vector<Finding> game_findings(game::Game const& game) {
  std::vector<Finding> findings;
  for (auto const& text : game.texts())
    std::ranges::copy(text.breaks(), std::back_inserter(findings));
  std::ranges::move(game::validate(game), std::back_inserter(findings));
  return findings;
}

Result<GameCheck> check_game(game::Game const& game) {
  GameCheck check{game_findings(game)};
  if (check.is_valid())
    std::ranges::move(TRY(play::look(game, play::Simulation::certain)), std::back_inserter(check.findings));
  return check;
}

game::Value to_json(GameCheck const& check) {
  return {{"version", 1}, {"valid", check.is_valid()}, {"findings", to_json(check.findings)}};
}

LogicAnswer evaluate_logic(game::Value const& logic, game::Value const& data) {
  return {game::evaluate(logic, data), game::holds(logic, data), game::unsupported_operations(logic)};
}

game::Value to_json(LogicAnswer const& answer) {
  game::Value json{{"version", 1}};
  if (answer.result)
    json["result"] = game::writable(*answer.result);
  else
    json["error"] = answer.result.error().message;
  json["holds"] = answer.holds;
  json["unsupported"] = answer.unsupported;
  return json;
}

} // namespace artifactd
