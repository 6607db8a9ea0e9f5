#include "state/tuning/actions.hpp"
#include "state/tuning/transition.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::tuning {

namespace {

bool has(std::vector<Text> const& ids, std::string_view id) {
  return std::ranges::find(ids, id, &Text::text) != ids.end();
}

void check_verdict(Step const& step, AppliedFix const& before, AppliedFix const& after, Report& report) {
  if (before.verification == after.verification || after.verification == Verification::rolled_back) return;
  auto const& at = *after.node->find("verification_result");
  if (before.verification != Verification::pending)
    report.error("T10", at, "the verdict was already given",
                 before.node->find("verification_result")->string());
  else if (step.newly(action::verify) <= 0)
    report.error("T10", at, "there is a verdict, but no verification gave it", "pending");
}

void check_applied(Step const& step, Report& report) {
  auto const& before = step.from.applied;
  auto const& after = step.to.applied;
  if (after.size() < before.size())
    report.error("T09", step.to.at("applied_fixes"), "the record of an applied fix vanished");
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    for (auto const* name : {"fix_id", "applied_at", "success", "backup_path"})
      if (!same_value(*before[i].node->find(name), *after[i].node->find(name)))
        report.error("T09", *after[i].node->find(name), "the record of an applied fix was changed",
                     shown_value(before[i].node->find(name)->text()));
    if (!before[i].rollback_available && after[i].rollback_available)
      report.error("T09", *after[i].node->find("rollback_available"), "a rollback is used up once", "false");
    check_verdict(step, before[i], after[i], report);
  }
}

/// How many fixes this step skipped. An entry of the previous state may be as old as its updated_at.
std::ptrdiff_t new_skips(Step const& step) {
  auto const skips_in = [&](std::vector<HistoryEntry> const& history) {
    return std::ranges::count_if(history, [&](HistoryEntry const& each) {
      return each.action.text == action::apply && each.outcome == Outcome::skipped &&
             (!step.from.updated_at || each.started_at.ns >= step.from.updated_at->ns);
    });
  };
  return skips_in(step.to.history) - skips_in(step.from.history);
}

void check_pending(Step const& step, Report& report) {
  auto const& [from, to] = step;
  for (auto const& id : to.pending)
    if (!has(from.pending, id.text) && step.newly(action::propose) <= 0)
      report.error("T11", *id.node, "the fix became pending, but nothing was proposed");
  auto const skips = new_skips(step);
  std::vector<std::string> lost;
  for (auto const& id : from.pending) {
    auto applied =
        std::ranges::count(to.applied, id.text, [](AppliedFix const& each) { return each.fix_id.text; }) >
        std::ranges::count(from.applied, id.text, [](AppliedFix const& each) { return each.fix_id.text; });
    auto named = std::ranges::any_of(
        to.errors, [&](ErrorEntry const& each) { return each.message.find(id.text) != std::string::npos; });
    if (!has(to.pending, id.text) && !applied && !named) lost.push_back(id.text);
  }
  if (std::ssize(lost) > std::max<std::ptrdiff_t>(skips, 0))
    report.error(
        "T12", to.at("pending_fixes"),
        fmt::format("{} neither applied nor named by an error, and no longer pending",
                    lost.size() == 1 ? lost[0] + " is" : fmt::format("{} are", fmt::join(lost, ", "))),
        fmt::format("{}", fmt::join(lost, ", ")));
}

bool was_solved(Step const& step, std::string_view issue) {
  return step.newly(action::verify) > 0 &&
         std::ranges::any_of(step.to.applied, [&](AppliedFix const& applied) {
           auto covers = [&](TuningState const& state) {
             auto const* fix = state.proposed_fix(applied.fix_id.text);
             return fix != nullptr && has(fix->issue_ids, issue);
           };
           return applied.verification == Verification::pass && (covers(step.from) || covers(step.to));
         });
}

void check_issues(Step const& step, Report& report) {
  std::vector<std::string> lost;
  for (auto const& before : step.from.issues) {
    auto const* after = step.to.issue(before.id.text);
    if (after == nullptr) {
      if (!was_solved(step, before.id.text)) lost.push_back(before.id.text);
    } else if (after->severity != before.severity) {
      report.warning("T23", *after->node->find("severity"), "the severity of an open issue was changed",
                     before.node->find("severity")->string());
    }
  }
  if (!lost.empty())
    report.error("T13", step.to.at("issues"),
                 fmt::format("{} vanished, and no verified fix solved {}", fmt::join(lost, ", "),
                             lost.size() == 1 ? "it" : "them"),
                 "issues stay until a fix for them passed");
  if (step.to.iteration_count > step.from.iteration_count) return;
  for (auto area : areas) {
    auto at = static_cast<std::size_t>(area);
    if (step.from.diagnosis[at] && !step.to.diagnosis[at])
      report.error("T14", *step.to.at("diagnosis").find(area_word(area)),
                   "the diagnosis was dropped, but no iteration began", "the diagnosis");
  }
}

void check_texts(Step const& step, Report& report) {
  for (auto const& before : step.from.proposed) {
    auto const* after = step.to.proposed_fix(before.id.text);
    auto bound = has(step.from.pending, before.id.text) ||
                 std::ranges::any_of(step.from.applied, [&](AppliedFix const& each) {
                   return each.fix_id.text == before.id.text;
                 });
    if (after == nullptr || !bound || same_value(*before.node, *after->node)) continue;
    report.error("T15", *first_difference(*before.node, *after->node),
                 fmt::format("{} was approved or applied, but is a different one now", before.id.text),
                 "the fix as it was proposed", "Propose a changed fix under a new id.");
  }
}

/// Whether it is open now or was before, or is named by an accepted fix.
bool was_seen(Step const& step, std::string_view issue) {
  return step.to.issue(issue) != nullptr || step.from.issue(issue) != nullptr ||
         std::ranges::any_of(step.from.proposed, [&](Fix const& fix) { return has(fix.issue_ids, issue); });
}

/// Checks the issues of new fixes; a snapshot cannot, since solved issues are removed.
void check_new_fixes(Step const& step, Report& report) {
  if (!step.to.completed(action::verify)) return; // judged as a snapshot
  if (step.newly(action::verify) > 0) return;     // it may have solved them
  for (auto const& fix : step.to.proposed) {
    if (step.from.proposed_fix(fix.id.text) != nullptr) continue;
    for (auto const& id : fix.issue_ids)
      if (!was_seen(step, id.text))
        report.error("X30", *id.node, "this run has no such issue", "the id of an issue");
  }
}

} // namespace

void check_handling(Step const& step, Report& report) {
  check_applied(step, report);
  check_pending(step, report);
  check_issues(step, report);
  check_texts(step, report);
  check_new_fixes(step, report);
}

} // namespace artifactd::tuning
