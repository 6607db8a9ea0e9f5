#include "state/tuning/actions.hpp"
#include "state/tuning/transition.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::tuning {

std::ptrdiff_t Step::newly(std::string_view action) const {
  auto count = [&](TuningState const& state) {
    return std::ranges::count(state.completed_actions, action, &Text::text);
  };
  return count(to) - count(from);
}

bool Step::resumed() const noexcept {
  return from.status == Status::failed && to.status == Status::running && to.error_count == 0;
}

namespace {

/// The first member that differs, ignoring updated_at.
JsonNode const* changed_member(Step const& step) {
  for (auto const& member : step.to.root->children()) {
    auto const* before = step.from.root->find(member.key());
    if (member.key() != "updated_at" && (before == nullptr || !same_value(*before, member))) return &member;
  }
  for (auto const& member : step.from.root->children())
    if (step.to.root->find(member.key()) == nullptr) return step.to.root.get();
  return nullptr;
}

void check_status(Step const& step, Report& report) {
  auto const& [from, to] = step;
  auto words_of = [](TuningState const& state) { return state.at("status").string(); };
  auto backwards = to.status == Status::pending && from.status != Status::pending;
  if (from.ended()) {
    auto const* changed = changed_member(step);
    if (step.resumed() || changed == nullptr) return;
    report.error(
        "T01", from.status == to.status ? *changed : to.at("status"),
        fmt::format("the run had ended ({}), and its state is frozen", words_of(from)), words_of(from),
        from.status == Status::failed ? "To resume a failed run, set status to running and error_count to 0."
                                      : "Begin a new run in a directory of its own.");
  } else if (backwards) {
    report.error("T01", to.at("status"), "a run that began is never pending again", words_of(from));
  }
  if (from.status == to.status) return;
  if (to.status == Status::completed && step.newly(action::complete) <= 0)
    report.error("T16", to.at("status"), "the run is completed, but action-complete is not");
  if (to.status == Status::failed && step.newly(action::abort) <= 0 &&
      std::ranges::find(to.history, action::abort, [](HistoryEntry const& each) -> std::string_view {
        return each.action.text;
      }) == to.history.end())
    report.warning("T16", to.at("status"), "the run has failed without action-abort");
}

void check_update_time(Step const& step, Report& report) {
  auto const& [from, to] = step;
  if (!from.updated_at) return;
  auto const& node = to.at("updated_at");
  auto before = from.updated_at->node->string();
  if (!to.updated_at || to.updated_at->ns < from.updated_at->ns)
    return report.error("T02", node, "the state is older than the one accepted before",
                        "later than " + before,
                        "Read state.json again, apply the change to it, and update updated_at.");
  if (to.updated_at->ns == from.updated_at->ns && changed_member(step) != nullptr)
    report.warning("T02", node, "the state changed, but updated_at did not", "later than " + before);
}

void check_counters(Step const& step, Report& report) {
  auto const& [from, to] = step;
  if (to.iteration_count < from.iteration_count)
    report.error("T03", to.at("iteration_count"), "the iterations fell",
                 fmt::format("at least {}", from.iteration_count));
  else if (auto most = from.iteration_count +
                       static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(0, step.newly(action::verify)));
           to.iteration_count > most)
    report.error("T03", to.at("iteration_count"), "the iterations rose without a verification for each",
                 fmt::format("at most {}", most));
  if (to.error_count < from.error_count && !step.resumed())
    report.error("T04", to.at("error_count"), "the errors became fewer",
                 fmt::format("at least {}", from.error_count));
  for (auto const* name : {"max_iterations", "max_errors"})
    if (!same_value(from.at(name), to.at(name)))
      report.warning("T17", to.at(name), "the limit was changed", std::string(from.at(name).text()));
}

void check_what_stays(Step const& step, Report& report) {
  auto check = [&](JsonNode const& before, JsonNode const& after) {
    auto const unset = before.type() == json::Type::null ||
                       (before.type() == json::Type::array && before.children().empty());
    if (!unset && !same_value(before, after))
      report.error("T08", after, "once set, this must not change", shown_value(before.text()));
  };
  for (auto const* name : {"started_at", "work_dir", "backup_dir"})
    check(step.from.at(name), step.to.at(name));
  for (auto const* name : {"name", "path", "execution_mode", "phases", "specs"})
    check(*step.from.at("target_skill").find(name), *step.to.at("target_skill").find(name));
}

void check_verdict(Step const& step, Report& report) {
  if (step.newly(action::report) > 0 || step.newly(action::verify) > 0) return;
  auto runs = [&](std::string_view name) {
    return step.to.current_action && step.to.current_action->text == name;
  };
  if (runs(action::report) || runs(action::verify)) return;
  for (auto const* name : {"quality_score", "quality_gate"})
    if (!same_value(step.from.at(name), step.to.at(name)))
      report.warning("T19", step.to.at(name), "it changed without a report or a verification",
                     std::string(step.from.at(name).text()));
}

} // namespace

void check_progress(Step const& step, Report& report) {
  check_status(step, report);
  check_update_time(step, report);
  check_counters(step, report);
  check_what_stays(step, report);
  check_verdict(step, report);
}

} // namespace artifactd::tuning
