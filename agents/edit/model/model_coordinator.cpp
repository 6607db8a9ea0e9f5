#include "agents/edit/model/model_coordinator.hpp"

#include "agents/edit/model/artifact_config.hpp"
#include "agents/edit/model/material.hpp"
#include "agents/edit/model/plan_contract.hpp"
#include "agents/edit/model/summaries.hpp"
#include "agents/edit/model/told_errors.hpp"
#include "agents/edit/rules/rules.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <ranges>
#include <set>

namespace artifactd::editor {

namespace {

constexpr std::size_t longest_told = 60'000; // bytes of the specification: ten times what a game's text needs
constexpr unsigned plan_tokens = 4096;

/// The causes whose changes all have edits; puts the other errors into `rest`.
ChangePlan mechanical_part(ChangePlan plan, std::vector<std::string>& rest) {
  std::set<std::size_t> open;
  for (auto const& change : plan.changes)
    if (change.edits.empty()) {
      open.insert(change.cause);
      for (auto const& error : change.errors_addressed)
        if (std::ranges::find(rest, error) == rest.end()) rest.push_back(error);
    }
  std::erase_if(plan.changes, [&](Change const& each) { return open.contains(each.cause); });
  for (auto& change : plan.changes) // subtract the number of removed causes before it
    change.cause -= static_cast<std::size_t>(std::distance(open.begin(), open.lower_bound(change.cause)));
  for (auto const cause : open | std::views::reverse)
    plan.patterns.erase(plan.patterns.begin() + static_cast<std::ptrdiff_t>(cause));
  rest.insert(rest.end(), plan.unaddressed.begin(), plan.unaddressed.end());
  plan.unaddressed.clear();
  return plan;
}

/// Appends the causes of `more` to those of `plan`.
ChangePlan joined(ChangePlan plan, ChangePlan more) {
  for (auto& change : more.changes) {
    change.cause += plan.patterns.size();
    plan.changes.push_back(std::move(change));
  }
  plan.patterns.insert(plan.patterns.end(), more.patterns.begin(), more.patterns.end());
  plan.diagnosis =
      plan.changes.size() == more.changes.size() ? more.diagnosis : plan.diagnosis + " " + more.diagnosis;
  plan.confidence = plan.changes.size() == more.changes.size() ? more.confidence
                                                               : std::max(plan.confidence, more.confidence);
  plan.unaddressed = std::move(more.unaddressed);
  std::ranges::stable_sort(plan.changes, {}, &Change::artifact);
  return plan;
}

/// The request about these errors.
model::Request coordinator_request(Evidence const& evidence, std::string_view specification) {
  auto const errors = evidence.errors.first(std::min(evidence.errors.size(), most_errors_told));
  auto const artifacts = fmt::format("fields: {}\nphases: {}\ntransitions: {}\ninstructions: {}",
                                     schema_summary(evidence.fields), phases_summary(evidence.game),
                                     transitions_summary(evidence.game), coverage_summary(evidence.game));
  auto text = fmt::format(
      "SPECIFICATION OF THE GAME\n{}\n\n",
      material(specification.empty() ? std::string_view("none") : specification.substr(0, longest_told)));
  auto const constant = text.size(); // the second plan's request begins with it as well
  text += fmt::format("ERRORS\n{}\n\nARTIFACTS\n{}\n\nPlan the changes that resolve all errors.",
                      material(numbered(errors)), material(artifacts));
  if (!evidence.undone.empty()) {
    auto const undone = evidence.undone.last(std::min(evidence.undone.size(), most_errors_told));
    text += fmt::format("\n\nTRIED BEFORE, AND WHY IT DID NOT HELP\n{}", material(numbered(undone)));
  }
  return {.system = std::string(coordinator_prompt()),
          .messages = {{model::Message::Role::user, std::move(text)}},
          .shape = {},
          .max_tokens = plan_tokens,
          .constant = constant};
}

} // namespace

Coordinator model_coordinator(ModelDesk& desk, std::string const& specification) {
  return [&desk, &specification, plans = 0U](Evidence const& evidence) mutable -> Result<ChangePlan> {
    std::vector<std::string> rest(evidence.errors.begin(), evidence.errors.end());
    ChangePlan proven;
    if (plans++ == 0) {
      rest.clear();
      proven = mechanical_part(plan_by_rules(evidence), rest);
      if (rest.empty()) return proven;
    }
    if (rest.size() > most_errors_told) rest.resize(most_errors_told);
    Evidence const open{evidence.game, evidence.fields, rest, evidence.reported, evidence.undone};
    auto const value =
        TRY(desk.ask(desk.keys().coordinator, coordinator_request(open, specification), plan_contract(open)))
            .value;
    return joined(std::move(proven), plan_from(value, open));
  };
}

} // namespace artifactd::editor
