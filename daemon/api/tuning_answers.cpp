// Tuning runs: scores, actions and fixes of a run, its states, and how two of them differ.
#include "agents/state/run_story.hpp"
#include "daemon/api/acting_case.hpp"
#include "daemon/api/page.hpp"
#include "daemon/queries/state_versions.hpp"

namespace artifactd {

namespace {

Result<std::optional<std::uint64_t>> version_parameter(WebQuestion const& question, char const* name) {
  if (question.parameter(name).empty()) return std::nullopt;
  return static_cast<std::uint64_t>(TRY(question.number(name, 0, 0, INT64_MAX)));
}

} // namespace

Result<WebAnswer> answer_tuning(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  auto const story = TRY(story_of(named.session));
  auto json = to_json(story);
  json["current"] = {
      {"iteration", story.current.iteration}, {"score", story.current.score}, {"gate", story.current.gate}};
  // The fixes of the run's own document have no description.
  for (std::size_t i = 0; i < story.fixes.size(); ++i)
    json["fixes"][i]["description"] = story.fixes[i].description;
  return document(json);
}

Result<WebAnswer> answer_tuning_states(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  auto const named = TRY(session_of(context, question));
  auto const history = TRY(tuning::StateHistory::open(named.session));
  auto json = to_json(TRY(state_rows(history)));
  page.cut(json, "states");
  return document(json);
}

Result<WebAnswer> answer_tuning_diff(WebContext const& context, WebQuestion const& question) {
  auto const from = TRY(version_parameter(question, "from"));
  auto const to = TRY(version_parameter(question, "to"));
  auto const named = TRY(session_of(context, question));
  auto const history = TRY(tuning::StateHistory::open(named.session));
  return document(to_json(TRY(state_diff(history, from, to))));
}

} // namespace artifactd
