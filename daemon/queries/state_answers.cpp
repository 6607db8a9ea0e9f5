#include "daemon/queries/state_answers.hpp"

#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"

namespace artifactd {

namespace tuning {

Json to_json(Judgement const& judgement) {
  Json json{{"version", 1}, {"accepted", !judgement.refused()}, {"findings", to_json(judgement.findings)}};
  if (judgement.state) json["digest"] = Digest().add(*judgement.state->text).hex();
  return json;
}

Json to_json(NextAction const& next) {
  auto others = Json::array();
  for (auto const& other : next.others)
    others.push_back({{"action", other.action}, {"why_not", other.why_not}});
  return {{"version", 1},
          {"action", next.action.empty() ? Json() : Json(next.action)},
          {"why", next.why},
          {"others", std::move(others)}};
}

} // namespace tuning

StateScores scores_of(tuning::TuningState const& state) {
  auto const counts = tuning::count_issues(state);
  double const by_actions = tuning::score_by_actions(counts);
  double const by_specification = tuning::score_by_specification(state);
  return {.rows = {{{"state", state.score, state.gate},
                    {"actions", by_actions, tuning::gate_by_actions(counts, by_actions)},
                    {"specification", by_specification,
                     tuning::gate_by_specification(counts, by_specification)}}},
          .formula = tuning::formula_of(state)};
}

Json to_json(StateScores const& scores) {
  Json json{{"version", 1}};
  for (auto const& row : scores.rows)
    json[std::string(row.name)] = {{"score", row.score}, {"gate", tuning::gate_word(row.gate)}};
  json["formula"] = tuning::formula_word(scores.formula);
  return json;
}

Result<DriveRehearsal> rehearse_drive(tuning::TuningState const& state, DrivePolicy const& policy) {
  DriveRehearsal rehearsal{.next = tuning::next_action(state), .command = {}};
  if (!rehearsal.next.action.empty()) rehearsal.command = TRY(command_for(policy, rehearsal.next.action));
  return rehearsal;
}

Json to_json(DriveRehearsal const& rehearsal) {
  return {{"version", 1},
          {"dry_run", true},
          {"action", rehearsal.next.action},
          {"why", rehearsal.next.why},
          {"command", rehearsal.command}};
}

} // namespace artifactd
