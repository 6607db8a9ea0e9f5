#include "state/tuning/actions.hpp"
#include "state/tuning/snapshot.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <set>

namespace artifactd::tuning {

namespace {

void check_diagnosis(TuningState const& state, Area area, Diagnosis const& diagnosis, Report& report) {
  auto const& severity = *diagnosis.node->find("severity");
  if (diagnosis.status == "completed" &&
      (diagnosis.severity == Grading::none) != (diagnosis.issues_found == 0))
    report.error(
        "X25", severity,
        fmt::format("a diagnosis that found {} issues cannot have this severity", diagnosis.issues_found),
        diagnosis.issues_found == 0 ? "none" : "the severity of its gravest issue");
  if (diagnosis.status == "skipped") {
    if (diagnosis.issues_found != 0 || diagnosis.severity != Grading::none)
      report.error("X28", *diagnosis.node->find(diagnosis.issues_found != 0 ? "issues_found" : "severity"),
                   "a diagnosis that was skipped found nothing", diagnosis.issues_found != 0 ? "0" : "none");
  } else if (auto name = action::diagnose(area);
             !state.completed(name) && !(state.current_action && state.current_action->text == name)) {
    report.error("X26", *diagnosis.node, fmt::format("{} neither ran nor runs", name), "null");
  }
  auto open = static_cast<std::uint64_t>(std::ranges::count(state.issues, issue_type_of(area), &Issue::type));
  if (open > diagnosis.issues_found && diagnosis.status == "completed" && state.iteration_count == 0)
    report.warning("X27", *diagnosis.node->find("issues_found"),
                   fmt::format("{} of its type {} open", how_many(open, "issue"), open == 1 ? "is" : "are"),
                   fmt::format("at least {}", open));
  for (auto const& matched : diagnosis.matched)
    if (std::ranges::find(diagnosis.checked, matched.text, &Text::text) == diagnosis.checked.end())
      report.warning("X29", *matched.node, "the pattern matched, and is not among those that were checked");
}

} // namespace

void check_issues(TuningState const& state, Report& report) {
  std::set<std::string_view> ids;
  for (auto const& issue : state.issues) {
    if (!ids.insert(issue.id.text).second)
      report.error("X05", *issue.id.node, "another issue already has this id", "an id of its own");
    for (auto const& related : issue.related)
      if (related.text == issue.id.text)
        report.error("X32", *related.node, "the issue is related to itself", "another issue's id");
  }
  for (auto area : areas)
    if (auto const& diagnosis = state.diagnosis[static_cast<std::size_t>(area)])
      check_diagnosis(state, area, *diagnosis, report);
}

} // namespace artifactd::tuning
