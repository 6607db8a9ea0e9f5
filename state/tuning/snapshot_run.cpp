#include "state/tuning/actions.hpp"
#include "state/tuning/snapshot.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

void check_limits(TuningState const& state, Report& report) {
  auto const kept = state.errors.size();
  if (std::min<std::uint64_t>(state.error_count, 5) > kept)
    report.error("X08", state.at("error_count"), "more errors are counted than the list holds",
                 fmt::format("at most {}", kept));
  if (state.iteration_count > state.max_iterations)
    report.error("X10", state.at("iteration_count"), "there are more iterations than allowed",
                 fmt::format("at most {}", state.max_iterations));
  auto verified = std::ranges::count(state.completed_actions, action::verify, &Text::text);
  if (state.iteration_count > static_cast<std::uint64_t>(verified))
    report.error("X39", state.at("iteration_count"), "there are more iterations than verifications",
                 fmt::format("at most {}", verified));
}

void check_error_limit(TuningState const& state, Report& report) {
  if (state.error_count < state.max_errors || state.status == Status::failed) return;
  if (state.current_action && state.current_action->text == action::abort) return;
  auto goes_on = state.status == Status::completed || state.current_action.has_value();
  report.add("X09", goes_on ? Severity::error : Severity::warning, state.at("error_count"),
             fmt::format("{} errors reach the limit", state.error_count),
             "status failed, or action-abort as the current action");
}

void check_before_the_run(TuningState const& state, Report& report) {
  for (auto const* name : {"started_at", "work_dir"})
    if (state.at(name).type() != json::Type::null)
      report.error("X11", state.at(name), "a run that is pending has none yet", "null");
  for (auto const* name : {"issues", "proposed_fixes", "applied_fixes", "pending_fixes", "completed_actions"})
    if (!state.at(name).children().empty())
      report.error("X11", state.at(name), "a run that is pending has none yet", "[]");
  for (auto const& diagnosis : state.diagnosis)
    if (diagnosis)
      report.error("X11", *diagnosis->node, "a run that is pending has diagnosed nothing", "null");
}

void check_begun_run(TuningState const& state, Report& report) {
  auto require = [&](JsonNode const& node) {
    if (node.type() == json::Type::null)
      report.error("X12", node, "a run that began must have this", "a value");
  };
  for (auto const* name : {"started_at", "updated_at", "work_dir", "backup_dir"})
    require(state.at(name));
  for (auto const* name : {"name", "path", "execution_mode"})
    require(*state.at("target_skill").find(name));
}

void check_completed_run(TuningState const& state, Report& report) {
  for (auto const& id : state.pending)
    report.error("X13", *id.node, "the run is completed, and the fix is still pending");
  for (auto const& applied : state.applied)
    if (applied.verification == Verification::pending)
      report.error("X14", *applied.node->find("verification_result"),
                   fmt::format("the run is completed, and {} was never verified", applied.fix_id.text),
                   "pass or fail");
  auto const& completed = state.completed_actions;
  if (completed.empty() || completed.back().text != action::complete)
    report.error("X15", completed.empty() ? state.at("completed_actions") : *completed.back().node,
                 "the run is completed without its last action", "action-complete as the last one");
  if (state.gate != Gate::pass && state.iteration_count < state.max_iterations)
    report.warning("X47", state.at("quality_gate"),
                   "the run is completed, though the gate does not pass and iterations are left");
}

void check_failed_run(TuningState const& state, Report& report) {
  if (state.errors.empty())
    return report.error("X16", state.at("errors"), "the run has failed, and no error says why", "an error");
  if (state.error_count < state.max_errors && !state.has_fatal_error())
    report.warning("X16", state.at("errors"),
                   "the run has failed with fewer errors than its limit, and none of them ends a run",
                   fmt::format("{} errors, or one with recoverable false", state.max_errors));
}

void check_times(TuningState const& state, Report& report) {
  if (!state.updated_at) return;
  auto check = [&](Time const& time) {
    if (time.ns > state.updated_at->ns)
      report.error("X37", *time.node, "the time is later than updated_at",
                   "at most " + state.updated_at->node->string());
  };
  if (state.started_at && state.started_at->ns > state.updated_at->ns)
    report.error("X43", *state.started_at->node, "the run began after it was updated",
                 "at most " + state.updated_at->node->string());
  for (auto const& entry : state.history) {
    check(entry.started_at);
    if (entry.completed_at) check(*entry.completed_at);
  }
  for (auto const& error : state.errors)
    check(error.timestamp);
  for (auto const& applied : state.applied) {
    check(applied.applied_at);
    if (state.started_at && applied.applied_at.ns < state.started_at->ns)
      report.error("X37", *applied.applied_at.node, "the fix was applied before the run began",
                   "at least " + state.started_at->node->string());
  }
}

void check_focus(TuningState const& state, Report& report) {
  constexpr std::array known = {
      "context",           "memory",       "dataflow", "agent",       "all",   "docs",
      "token_consumption", "architecture", "prompt",   "performance", "custom"};
  for (auto area = state.focus_areas.begin(); area != state.focus_areas.end(); ++area) {
    if (std::ranges::find(state.focus_areas.begin(), area, area->text, &Text::text) != area)
      report.warning("X42", *area->node, "the area is named twice");
    else if (std::ranges::find(known, area->text) == known.end())
      report.warning("X42", *area->node, "this area is unknown", "context, memory, dataflow or agent");
  }
}

} // namespace

void check_run(TuningState const& state, Report& report) {
  check_limits(state, report);
  check_error_limit(state, report);
  if (state.status == Status::pending)
    check_before_the_run(state, report);
  else if (state.status != Status::failed || state.completed(action::init))
    check_begun_run(state, report);
  if (state.status == Status::completed) check_completed_run(state, report);
  if (state.status == Status::failed) check_failed_run(state, report);
  check_times(state, report);
  check_focus(state, report);
  if (state.ended() && state.current_action)
    report.error("X20", *state.current_action->node, "the run has ended with an action under way", "null");
}

} // namespace artifactd::tuning
