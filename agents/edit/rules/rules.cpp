#include "agents/edit/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <set>

namespace artifactd::editor {

namespace {

/// Faults in the form of artifacts come first, since the rest is read from them; then the graph, then its
/// content.
constexpr auto all_rules =
    std::to_array<void (*)(Evidence const&, Causes&)>({find_dead_plays,           find_misshapen_transitions,
                                                       find_missing_members,      find_misshapen_instructions,
                                                       find_incomplete_checks,    find_misplaced_instructions,
                                                       find_repeated_transitions, find_faulty_phase_lists,
                                                       find_foreign_operators,    find_logic_texts,
                                                       find_mixed_segments,       find_unknown_markers,
                                                       find_missing_logic,        find_meant_reads,
                                                       find_player_access,        find_misscoped_fields,
                                                       find_unknown_fields,       find_renamed_bounds,
                                                       find_wrong_phases,         find_missing_action_flags,
                                                       find_missing_endings,      find_blocked_starts,
                                                       find_self_blocking,        find_absences,
                                                       find_named_places,         find_symptoms});

Confidence least(std::vector<Cause> const& causes) {
  auto confidence = Confidence::high;
  for (auto const& cause : causes)
    confidence = std::max(confidence, cause.confidence);
  return confidence;
}

bool same_changes(Cause const& a, Cause const& b) {
  return std::ranges::equal(a.changes, b.changes, [](Change const& one, Change const& other) {
    return one.address == other.address && !one.edits.empty() && one.edits == other.edits;
  });
}

/// The same fault reported twice, by a check and by somebody in other words, is repaired once.
std::vector<Cause> united(std::vector<Cause> causes) {
  std::vector<Cause> distinct;
  for (auto& cause : causes) {
    auto known = std::ranges::find_if(distinct, [&](Cause const& each) { return same_changes(each, cause); });
    if (known == distinct.end()) {
      distinct.push_back(std::move(cause));
      continue;
    }
    for (auto& error : cause.errors)
      if (std::ranges::find(known->errors, error) == known->errors.end())
        known->errors.push_back(std::move(error));
  }
  return distinct;
}

/// Errors claimed by an earlier cause are removed from later ones; a cause left without any is the same cause
/// and is dropped.
std::vector<Cause> claimed(std::vector<Cause> causes, std::set<std::string>& claims) {
  std::vector<Cause> own;
  for (auto& cause : causes) {
    std::erase_if(cause.errors, [&](std::string const& each) { return claims.contains(each); });
    if (cause.errors.empty()) continue;
    claims.insert(cause.errors.begin(), cause.errors.end());
    own.push_back(std::move(cause));
  }
  return own;
}

} // namespace

ChangePlan plan_by_rules(Evidence const& evidence) {
  Causes causes;
  for (auto const rule : all_rules)
    rule(evidence, causes);
  std::erase_if(causes, [](Cause const& each) { return each.changes.empty(); });
  std::set<std::string> claims;
  causes = claimed(united(std::move(causes)), claims);
  ChangePlan plan;
  std::vector<std::string> sentences;
  for (std::size_t number = 0; auto& cause : causes) {
    sentences.push_back(cause.diagnosis);
    plan.patterns.push_back(cause.pattern);
    for (auto& change : cause.changes) {
      change.cause = number;
      change.errors_addressed = cause.errors;
      plan.changes.push_back(std::move(change));
    }
    ++number;
  }
  for (auto const& error : evidence.errors)
    if (!claims.contains(error)) plan.unaddressed.push_back(error);
  plan.confidence = plan.unaddressed.empty() ? least(causes) : Confidence::low;
  plan.diagnosis = sentences.empty() ? "No known pattern." : fmt::format("{}", fmt::join(sentences, " "));
  std::ranges::stable_sort(plan.changes, {}, &Change::artifact);
  return plan;
}

} // namespace artifactd::editor
