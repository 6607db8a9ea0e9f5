#include "state/tuning/judge.hpp"

#include "state/tuning/snapshot.hpp"
#include "state/tuning/structure.hpp"
#include "state/tuning/transition.hpp"

#include <algorithm>

namespace artifactd::tuning {

namespace {

std::vector<Finding> named(std::vector<Finding> findings, std::string const& file) {
  for (auto& finding : findings)
    finding.file = file;
  return findings;
}

void check_meaning(TuningState const& state, TuningState const* accepted, Report& report) {
  check_run(state, report);
  check_quality(state, report);
  check_actions(state, report);
  check_issues(state, report);
  check_fixes(state, report);
  check_paths(state, report);
  if (accepted == nullptr) return;
  Step const step{*accepted, state};
  check_progress(step, report);
  check_record(step, report);
  check_handling(step, report);
}

} // namespace

bool Judgement::refused() const noexcept {
  return has_error(findings);
}

Judgement judge(std::string const& file, std::string text, TuningState const* accepted) {
  if (auto broken = text_findings(text); !broken.empty())
    return {named(std::move(broken), file), std::nullopt};
  JsonNode const root(text);
  Report structure(text);
  check_structure(root, structure);
  auto unsound = structure.refused();
  auto findings = std::move(structure).findings();
  if (unsound) return {named(std::move(findings), file), std::nullopt};
  auto state = TuningState::read(std::move(text));
  Report report(*state.text);
  check_meaning(state, accepted, report);
  std::ranges::move(std::move(report).findings(), std::back_inserter(findings));
  std::ranges::stable_sort(findings, {}, [](Finding const& each) { return each.byte.value_or(0); });
  return {named(std::move(findings), file), std::move(state)};
}

} // namespace artifactd::tuning
