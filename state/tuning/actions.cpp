#include "state/tuning/actions.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

constexpr std::array<std::string_view, 4> diagnoses = {"action-diagnose-context", "action-diagnose-memory",
                                                       "action-diagnose-dataflow", "action-diagnose-agent"};
constexpr std::array<std::string_view, 4> newer_actions = {
    "action-analyze-requirements", "action-diagnose-docs", "action-diagnose-token-consumption",
    "action-gemini-analysis"};

bool has_diagnosis(TuningState const& state, Area area) {
  return state.diagnosis[static_cast<std::size_t>(area)].has_value();
}

/// The first area in focus for which `is` does not hold.
template <class Is>
std::optional<Area> first_in_focus_not(TuningState const& state, Is is) {
  for (auto area : areas)
    if (state.in_focus(area) && !is(state, area)) return area;
  return std::nullopt;
}

/// One past the index of the last completed action for which `is` holds; 0 if there is none.
template <class Is>
std::ptrdiff_t last_done(TuningState const& state, Is is) {
  auto const& done = state.completed_actions;
  auto found = std::find_if(done.rbegin(), done.rend(), [&](Text const& each) { return is(each.text); });
  return done.rend() - found;
}

std::ptrdiff_t last_done(TuningState const& state, std::string_view action) {
  return last_done(state, [&](std::string_view each) { return each == action; });
}

/// Whether it was diagnosed since the last verification, which ends an iteration but keeps its diagnoses.
bool diagnosed_in_iteration(TuningState const& state, Area area) {
  return has_diagnosis(state, area) &&
         (state.iteration_count == 0 ||
          last_done(state, action::diagnose(area)) > last_done(state, action::verify));
}

/// Whether the last action was a verification that leaves work of its iteration open or passed the gate.
bool ends_iteration(TuningState const& state) {
  auto const& done = state.completed_actions;
  return !done.empty() && done.back().text == action::verify &&
         (!state.pending.empty() || state.awaits_verification() || state.gate == Gate::pass);
}

/// Whether a report was made of everything diagnosed so far.
bool is_reported(TuningState const& state) {
  auto settled = [](std::string_view each) { return each == action::report || each == action::verify; };
  auto diagnosed = [](std::string_view each) { return action::diagnosed_area(each).has_value(); };
  return last_done(state, action::report) > 0 && last_done(state, settled) > last_done(state, diagnosed) &&
         !(state.current_action && diagnosed(state.current_action->text));
}

bool is_proposed(TuningState const& state) {
  return last_done(state, action::propose) > last_done(state, action::report);
}

std::optional<std::string> obstacle_to_applying(TuningState const& state) {
  if (state.pending.empty()) return "no fix is pending";
  auto const& id = state.pending.front().text;
  if (state.proposed_fix(id) == nullptr)
    return fmt::format("the pending fix {} is not among the proposed ones", id);
  return std::nullopt;
}

std::optional<std::string> obstacle_when_running(TuningState const& state, std::string_view name) {
  if (auto area = action::diagnosed_area(name)) {
    if (!state.target_path) return "the target has no path";
    if (!state.in_focus(*area)) return fmt::format("{} is not in focus_areas", area_word(*area));
    return std::nullopt;
  }
  if (name == action::report) {
    if (auto area = first_in_focus_not(state, has_diagnosis))
      return fmt::format("there is no diagnosis of {} yet", area_word(*area));
    return std::nullopt;
  }
  if (name == action::propose) {
    if (state.issues.empty()) return "there is no issue to fix";
    if (!state.completed(action::report)) return "there is no report yet";
    return std::nullopt;
  }
  if (name == action::apply) return obstacle_to_applying(state);
  if (name == action::complete && state.gate != Gate::pass && state.iteration_count < state.max_iterations)
    return "the gate does not pass, and iterations are left";
  if (name == action::verify && !state.awaits_verification())
    return "no applied fix waits for its verification";
  return std::nullopt;
}

} // namespace

std::string_view action::diagnose(Area area) noexcept {
  return diagnoses[static_cast<std::size_t>(area)];
}

std::optional<Area> action::diagnosed_area(std::string_view name) noexcept {
  auto const* found = std::ranges::find(diagnoses, name);
  if (found == diagnoses.end()) return std::nullopt;
  return areas.at(static_cast<std::size_t>(found - diagnoses.begin()));
}

std::vector<std::string_view> all_actions() {
  return {action::init,    diagnoses[0],  diagnoses[1],   diagnoses[2],     diagnoses[3], action::report,
          action::propose, action::apply, action::verify, action::complete, action::abort};
}

Known knows_action(std::string_view name) noexcept {
  for (auto known : {action::init, action::report, action::propose, action::apply, action::verify,
                     action::complete, action::abort})
    if (name == known) return Known::yes;
  if (std::ranges::find(diagnoses, name) != diagnoses.end()) return Known::yes;
  return std::ranges::find(newer_actions, name) != newer_actions.end() ? Known::newer : Known::no;
}

std::optional<std::string> obstacle(TuningState const& state, std::string_view name) {
  if (name == action::init) {
    if (state.status != Status::pending) return "the run has already begun";
    return std::nullopt;
  }
  if (name == action::abort) {
    if (state.error_count < state.max_errors && !state.has_fatal_error())
      return fmt::format("there are {} errors of {}, and none that ends the run", state.error_count,
                         state.max_errors);
    return std::nullopt;
  }
  if (state.status != Status::running)
    return state.status == Status::pending ? "the run has not begun" : "the run has ended";
  return obstacle_when_running(state, name);
}

namespace {

struct Choice {
  std::string_view action;
  std::string why;
};

Choice choose_when_running(TuningState const& state) {
  if (state.error_count >= state.max_errors)
    return {action::abort, fmt::format("{} errors reach the limit", state.error_count)};
  if (state.iteration_count >= state.max_iterations)
    return {action::complete, fmt::format("all {} iterations are used", state.max_iterations)};
  if (auto area = first_in_focus_not(state, diagnosed_in_iteration); area && !ends_iteration(state))
    return {action::diagnose(*area), fmt::format("{} has no diagnosis in this iteration", area_word(*area))};
  if (!is_reported(state)) return {action::report, "everything in focus is diagnosed, and not reported yet"};
  if (!state.pending.empty())
    return {action::apply, fmt::format("{} is pending", state.pending.front().text)};
  if (state.awaits_verification()) return {action::verify, "a fix was applied and not verified"};
  if (state.gate == Gate::pass) return {action::complete, "the quality gate passes"};
  if (!state.issues.empty() && !is_proposed(state))
    return {action::propose,
            fmt::format("{} {} open, and nothing was proposed since the report",
                        how_many(state.issues.size(), "issue"), state.issues.size() == 1 ? "is" : "are")};
  if (state.issues.empty()) return {action::report, "no issue is open, but the gate does not reflect it"};
  for (auto area : areas)
    if (state.in_focus(area))
      return {action::diagnose(area),
              "the gate does not pass and nothing is left to apply: the next iteration begins"};
  return {action::report, "nothing is in focus"};
}

std::string why_not(TuningState const& state, std::string_view name, Choice const& chosen) {
  if (auto reason = obstacle(state, name)) return *reason;
  if (auto area = action::diagnosed_area(name); area && diagnosed_in_iteration(state, *area))
    return "it is diagnosed in this iteration";
  return fmt::format("{} comes first", chosen.action);
}

} // namespace

std::vector<std::string> diagnoses_due(TuningState const& state) {
  std::vector<std::string> due;
  for (auto const area : areas)
    if (state.in_focus(area) && !diagnosed_in_iteration(state, area))
      due.emplace_back(action::diagnose(area));
  return due;
}

NextAction next_action(TuningState const& state) {
  if (state.status == Status::completed) return {"", "the run is completed", {}};
  if (state.status == Status::failed)
    return {
        "", "the run has failed; once its cause is repaired, set error_count to 0 and status to running", {}};
  if (state.current_action) return {"", fmt::format("{} is under way", state.current_action->text), {}};
  auto chosen = state.status == Status::pending ? Choice{action::init, "the run has not begun"}
                                                : choose_when_running(state);
  NextAction next{std::string(chosen.action), chosen.why, {}};
  for (auto name : all_actions())
    if (name != chosen.action) next.others.push_back({std::string(name), why_not(state, name, chosen)});
  return next;
}

} // namespace artifactd::tuning
