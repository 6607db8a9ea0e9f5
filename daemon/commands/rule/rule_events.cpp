#include "daemon/commands/rule/rule_events.hpp"

#include "agents/rule/judgement.hpp"
#include "daemon/commands/rule/rule_screen.hpp"
#include "state/json/json_text.hpp"

namespace artifactd {

using extraction::RuleOrigin;

namespace {

Json event(std::string_view name, RuleWork const& work, std::size_t number) {
  return {{"event", name}, {"shape", number}, {"state", word_of(work.wizard().state())}};
}

} // namespace

Json survey_event(PathSurvey const& survey) {
  Json json{{"version", 1}, {"event", "paths"}, {"count", survey.paths.size()}};
  if (!survey.root.empty()) json["root"] = survey.root;
  json["shapes"] = Json::array();
  for (auto const& shape : survey.shapes)
    json["shapes"].push_back(
        {{"paths", shape.members.size()}, {"form", extraction::in_words(shape, survey.paths)}});
  json["notes"] = survey.notes;
  return json;
}

Json sending_event(RuleWork const& work) {
  return {{"event", "sending"},
          {"to", work.place()},
          {"count", work.paths_sent().size()},
          {"paths", work.paths_sent()}};
}

Json state_event(RuleWork const& work, std::size_t number) {
  auto json = event("state", work, number);
  json["spinner"] = work.wizard().spinner();
  return json;
}

Json refused_event(RuleWork const& work, std::size_t number) {
  auto json = event("refused", work, number);
  auto const& attempts = work.wizard().attempts();
  json["attempt"] = attempts.size();
  json["finding"] = to_json(attempts.back());
  json["short"] = extraction::short_message(attempts.back());
  return json;
}

Json error_event(RuleWork const& work, std::size_t number) {
  auto json = event("error", work, number);
  if (!work.wizard().trouble().empty()) json["message"] = work.wizard().trouble();
  json["attempts"] = attempt_lines(work.wizard());
  return json;
}

Json result_event(RuleWork const& work, std::size_t number) {
  auto json = event("result", work, number);
  auto const& candidate = work.wizard().candidate();
  json.update(to_json(candidate));
  json["notes"] = candidate.origin == RuleOrigin::draft ? Json(work.notes()) : Json::array();
  json["notice"] = work.wizard().notice();
  return json;
}

} // namespace artifactd
