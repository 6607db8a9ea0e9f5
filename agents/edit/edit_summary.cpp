#include "agents/edit/edit_summary.hpp"

#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>

namespace artifactd::editor {

namespace {

/// What was changed, for the requester.
Json changes_json(Repair const& repair) {
  auto made = Json::array();
  for (auto const& attempt : repair.attempts) {
    auto const is_needless = [&](Change const& change) {
      auto const index = static_cast<std::size_t>(&change - attempt.plan.changes.data());
      return std::ranges::find(attempt.needless, index) != attempt.needless.end();
    };
    for (auto const& change : attempt.plan.changes)
      if (std::ranges::find(attempt.kept, change.cause) != attempt.kept.end() && !is_needless(change))
        made.push_back({{"fragment", change.place()},
                        {"description", change.description},
                        {"errors", change.errors_addressed}});
    if (attempt.kept.empty()) continue;
    for (auto const& patch : attempt.plan.patches)
      made.push_back({{"file", patch.file},
                      {"pointer", patch.pointer},
                      {"description", patch.description},
                      {"errors", patch.errors_addressed}});
  }
  return made;
}

} // namespace

Json summary_json(EditOutcome const& outcome) {
  auto attempts = Json::array();
  for (auto const& attempt : outcome.repair.attempts) {
    auto repaired = Json::array();
    auto open = Json::array();
    for (std::size_t cause = 0; cause < attempt.plan.patterns.size(); ++cause)
      (std::ranges::find(attempt.kept, cause) != attempt.kept.end() ? repaired : open)
          .push_back(attempt.plan.patterns[cause]);
    attempts.push_back(
        {{"repaired", std::move(repaired)}, {"open", std::move(open)}, {"errors_left", attempt.errors_left}});
  }
  Json summary{{"run", outcome.run},
               {"end", edit_end_word(outcome.end)},
               {"wall_us", std::chrono::duration_cast<std::chrono::microseconds>(outcome.wall).count()},
               {"errors_before", outcome.repair.errors.size()},
               {"errors_after", outcome.repair.remaining.size()},
               {"attempts", std::move(attempts)}};
  if (outcome.engine) summary["engine"] = engine_word(*outcome.engine);
  if (!outcome.repaired.empty()) summary["repaired_places"] = outcome.repaired.size();
  if (outcome.spent) {
    auto const& [calls, usage, cost, repairs] = *outcome.spent;
    summary["calls"] = calls;
    summary["tokens"] = {{"input", usage.input}, {"cached", usage.cached}, {"output", usage.output}};
    summary["cost"] = cost ? Json(model::dollars(*cost)) : Json();
  }
  if (outcome.denied) summary["reason"] = outcome.reason;
  return summary;
}

Json verdict_json(EditOutcome const& outcome, std::string const& outputs) {
  Json verdict{{"version", 1}, {"at", iso8601_now()}};
  verdict.update(summary_json(outcome));
  if (outcome.end == EditEnd::published) verdict["outputs"] = outputs;
  verdict["reason"] = outcome.reason;
  verdict["denied"] = outcome.denied;
  verdict["changes"] = changes_json(outcome.repair);
  verdict["errors"] = outcome.repair.errors;
  verdict["remaining"] = outcome.repair.remaining;
  verdict["unproven"] = outcome.repair.unproven;
  auto undone = Json::array();
  for (auto const& attempt : outcome.repair.attempts)
    for (auto const& each : attempt.undone)
      undone.push_back(each);
  verdict["undone"] = std::move(undone);
  verdict["made_json"] = outcome.repaired;
  if (outcome.spent) verdict["repaired_replies"] = outcome.spent->repairs;
  return verdict;
}

void take_verdict(Json const& verdict, EditOutcome& outcome) {
  outcome.reason = text_member(verdict, "reason");
  outcome.denied = verdict.is_object() && verdict.value("denied", Json()) == true;
  outcome.repaired = texts_of(verdict, "made_json");
  outcome.repair.errors = texts_of(verdict, "errors");
  outcome.repair.remaining = texts_of(verdict, "remaining");
  outcome.repair.unproven = texts_of(verdict, "unproven");
}

} // namespace artifactd::editor
