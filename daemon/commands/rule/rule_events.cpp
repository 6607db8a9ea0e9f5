#include "daemon/commands/rule/rule_events.hpp"

#include "agents/rule/judgement.hpp"
#include "daemon/commands/rule/rule_screen.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>

namespace artifactd {

using extraction::RuleFit;
using extraction::RuleOrigin;

namespace {

constexpr std::size_t most_near_misses_told = 20;

Json event(std::string_view name, RuleWork const& work, std::size_t number) {
  return {{"event", name}, {"shape", number}, {"state", word_of(work.wizard().state())}};
}

Json fit_json(RuleWork const& work, RuleFit const& fit) {
  Json json{{"wanted", fit.wanted},
            {"matched", fit.matched},
            {"complete", fit.complete},
            {"near_misses", Json::array()}};
  for (std::size_t i = 0; i < std::min(fit.strangers.size(), most_near_misses_told); ++i)
    json["near_misses"].push_back(work.path_of(fit.strangers[i]));
  json["near_miss_count"] = fit.strangers.size();
  return json;
}

} // namespace

void print_event(Json const& event) {
  fmt::print("{}\n", compact(event));
  std::fflush(stdout);
}

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
  json["finding"] = to_json(attempts.back().finding);
  json["short"] = extraction::short_message(attempts.back().finding);
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
  json["origin"] = word_of(candidate.origin);
  if (candidate.judgement->rule) json["rule"] = candidate.judgement->rule->name;
  json["text"] = work.text();
  json["preview"] = to_json(candidate.judgement->trial.preview);
  if (auto const fit = work.fit()) json["fit"] = fit_json(work, *fit);
  json["notes"] = candidate.origin == RuleOrigin::draft ? Json(work.notes()) : Json::array();
  json["notice"] = work.wizard().notice();
  return json;
}

} // namespace artifactd
