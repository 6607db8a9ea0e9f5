#include "agents/state/run_story.hpp"

#include "agents/state/fix_target.hpp"
#include "state/json/json_member.hpp"
#include "state/json/parsed.hpp"
#include "state/text/unified_diff.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/judge.hpp"
#include "state/tuning/score.hpp"

#include <algorithm>

namespace artifactd {

namespace {

using tuning::TuningState;

/// Increases with each report, and with the verification that ends an iteration.
std::uint64_t judgements(TuningState const& state) {
  auto const reports =
      std::ranges::count(state.completed_actions, tuning::action::report, &tuning::Text::text);
  return static_cast<std::uint64_t>(reports) + state.iteration_count;
}

RunStory::Point point_of(TuningState const& state) {
  return {judgements(state), state.iteration_count, state.score, std::string(tuning::gate_word(state.gate)),
          tuning::count_issues(state).of};
}

std::string diff_of(Json const& change) {
  auto const file = text_member(change, "file");
  if (auto const diff = text_member(change, "diff"); !diff.empty()) return diff;
  auto const has = [&](char const* member) { return change.contains(member) && change[member].is_string(); };
  auto const before = text_member(change, "old_content");
  auto const after = text_member(change, "new_content");
  std::string_view const from = before;
  std::string_view const to = after;
  return make_diff(file, has("old_content") ? &from : nullptr, has("new_content") ? &to : nullptr);
}

void add_fixes(RunStory& story, Json const& state) {
  for (auto const& fix : state["proposed_fixes"]) {
    RunStory::Fix told{
        text_member(fix, "id"), text_member(fix, "risk"), text_member(fix, "description"), "proposed", {}};
    for (auto const& pending : state["pending_fixes"])
      if (pending == told.id) told.verdict = "pending";
    for (auto const& applied : state["applied_fixes"])
      if (text_member(applied, "fix_id") == told.id)
        told.verdict = text_member(applied, "verification_result");
    for (auto const& change : fix["changes"])
      told.diff += diff_of(change);
    story.fixes.push_back(std::move(told));
  }
}

} // namespace

void take_point(std::vector<RunStory::Point>& points, TuningState const& state) {
  auto point = point_of(state);
  std::erase_if(points, [&](RunStory::Point const& each) { return each.judgement > point.judgement; });
  auto const last = points.empty() ? 0 : points.back().judgement;
  if (point.judgement > last) points.push_back(std::move(point));
}

Result<std::vector<RunStory::Point>> points_before(Session const& session) {
  std::vector<RunStory::Point> points;
  auto const history = TRY(tuning::StateHistory::open(session));
  for (auto const& version : history.all()) {
    if (!tuning::is_good(version.standing)) continue;
    auto const text = history.text(version);
    auto const judged = text ? tuning::judge(version.name, *text) : tuning::Judgement{};
    if (judged.state) take_point(points, *judged.state);
  }
  return points;
}

Result<RunStory> story_of(Session const& session) {
  return story_of(TRY(state_in_place(session)), TRY(points_before(session)));
}

RunStory story_of(TuningState const& state, std::vector<RunStory::Point> points) {
  auto const json = json::value_of(*state.text);
  RunStory story{.skill = text_member(json["target_skill"], "name"),
                 .issue = text_member(json, "user_issue_description"),
                 .status = text_member(json, "status"),
                 .now = state.current_action ? state.current_action->text : tuning::next_action(state).action,
                 .iteration = state.iteration_count,
                 .max_iterations = state.max_iterations,
                 .points = std::move(points),
                 .current = point_of(state),
                 .actions = {},
                 .fixes = {},
                 .errors = {}};
  take_point(story.points, state);
  for (auto const& entry : json["action_history"])
    story.actions.push_back({text_member(entry, "action"), text_member(entry, "started_at"),
                             text_member(entry, "completed_at"), text_member(entry, "result")});
  add_fixes(story, json);
  for (auto const& error : json["errors"])
    story.errors.push_back(text_member(error, "action") + ": " + text_member(error, "message"));
  return story;
}

Json to_json(RunStory const& story) {
  auto points = Json::array();
  for (auto const& point : story.points)
    points.push_back({{"iteration", point.iteration},
                      {"score", point.score},
                      {"gate", point.gate},
                      {"issues", to_json(tuning::Counts{point.issues})}});
  auto actions = Json::array();
  for (auto const& each : story.actions)
    actions.push_back(
        {{"action", each.name}, {"from", each.from}, {"until", each.until}, {"result", each.result}});
  auto fixes = Json::array();
  for (auto const& fix : story.fixes)
    fixes.push_back({{"fix", fix.id}, {"risk", fix.risk}, {"verdict", fix.verdict}, {"diff", fix.diff}});
  return {{"version", 1},
          {"skill", story.skill},
          {"issue", story.issue},
          {"status", story.status},
          {"now", story.now},
          {"iteration", story.iteration},
          {"max_iterations", story.max_iterations},
          {"points", std::move(points)},
          {"actions", std::move(actions)},
          {"fixes", std::move(fixes)},
          {"errors", story.errors}};
}

} // namespace artifactd
