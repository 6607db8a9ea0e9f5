#include "agents/edit/unrepaired.hpp"

#include "agents/edit/reported_place.hpp"
#include "merge/diagnosis/diagnose.hpp"
#include "merge/game/artifacts.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace artifactd::editor {

namespace {

std::string hint_for(EditRequest const& request, EditOutcome const& outcome) {
  if (outcome.denied) return "Fix that and submit the request again: the artifacts are not the cause.";
  if (request.order->engine == Engine::rules)
    return fmt::format(
        "No rule repairs it; {}/{} holds the plan. Ask for \"engine\": \"model\", or repair it "
        "by hand.",
        layout::runs, outcome.run);
  return fmt::format("{}/{} holds the plan, the replies and the best attempt.", layout::runs, outcome.run);
}

void move_to(Finding const& place, Finding& finding) {
  if (!place.file.empty()) finding.file = place.file;
  finding.line = place.line;
  finding.column = place.column;
  finding.byte = place.byte;
  finding.pointer = place.pointer;
  finding.expected = place.expected;
  finding.found = place.found;
  finding.excerpt = place.excerpt;
}

/// Finds errors in the files of a run.
class Places {
public:
  Places(Name const& agent, ArtifactSet const& set, KgPolicy const& kg) {
    auto const rules = rules_for(agent, kg);
    if (!rules) return;
    if (auto diagnosis = diagnose(agent, set, *rules, kg.artifacts))
      findings_ = std::move(diagnosis->findings);
    if (rules->checks.profile == Profile::game) game_ = game::game_of(set);
  }

  /// Leaves the finding as it is if the place is unknown.
  void put(Finding& finding, std::string const& error) const {
    if (auto const found = std::ranges::find(findings_, error, &Finding::message); found != findings_.end()) {
      move_to(*found, finding);
    } else if (auto const part = game_ ? named_part(error, *game_) : game::Part()) {
      finding.file = part.text->path();
      part.text->locate(finding, *part.node);
    }
  }

private:
  std::vector<Finding> findings_;
  std::optional<game::Game> game_;
};

} // namespace

Finding unrepaired_finding(EditRequest const& request, std::string message, std::string hint) {
  return {.code = "edit.unrepaired",
          .tier = Tier::semantic,
          .file = layout::artifacts_of(request.order->agent) + "/",
          .message = std::move(message),
          .hint = std::move(hint)};
}

std::vector<Finding> unrepaired_findings(EditRequest const& request, EditOutcome const& outcome,
                                         KgPolicy const& kg) {
  Places const places(request.order->agent, outcome.inputs.set, kg);
  auto const hint = hint_for(request, outcome);
  auto const& remaining = outcome.repair.remaining;
  std::vector<Finding> findings;
  auto const add = [&](std::string const& message, std::string const& error) {
    findings.push_back(unrepaired_finding(request, message, hint));
    places.put(findings.back(), error);
  };
  if (!outcome.reason.empty()) add(outcome.reason, remaining.empty() ? "" : remaining.front());
  for (auto const& error : remaining)
    add(error, error);
  if (findings.empty()) add("the run ended without a repair", "");
  return findings;
}

} // namespace artifactd::editor
