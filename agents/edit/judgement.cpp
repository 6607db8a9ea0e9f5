#include "agents/edit/judgement.hpp"

#include "merge/diagnosis/diagnose.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace artifactd::editor {

namespace {

void take_errors(std::vector<Finding> findings, std::vector<Finding>& errors) {
  for (auto& finding : findings) {
    if (finding.severity != Severity::error) continue;
    finding.excerpt.clear();
    if (auto kept = finding_from_json(to_json(finding))) errors.push_back(*std::move(kept));
  }
}

Result<std::vector<Finding>> findings_in(Json const& json) {
  std::vector<Finding> findings;
  auto const listed = json.find("errors");
  if (listed == json.end() || !listed->is_array()) return fail(Fault::invalid, "the judgements are damaged");
  for (auto const& each : *listed) {
    auto finding = finding_from_json(each);
    if (!finding) return fail(Fault::invalid, "the judgements are damaged");
    findings.push_back(*std::move(finding));
  }
  return findings;
}

} // namespace

Result<std::vector<Finding>> every_error(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                         ArtifactLimits const& limits) {
  auto first = TRY(diagnose(agent, set, rules, limits));
  auto const hides_more = first.refused() && first.tier() == Tier::schema;
  std::vector<Finding> errors;
  take_errors(std::move(first.findings), errors);
  if (!hides_more) return errors;
  auto unshaped = rules;
  unshaped.checks.schemas.clear();
  unshaped.checks.discovered.clear();
  unshaped.version.reset();
  auto rest = TRY(diagnose(agent, set, unshaped, limits));
  if (rest.tier() == Tier::semantic) take_errors(std::move(rest.findings), errors);
  return errors;
}

std::string error_line(Finding const& finding) {
  auto where = finding.file;
  if (finding.pointer && !finding.pointer->empty())
    where += fmt::format("{}at {}", where.empty() ? "" : ", ", *finding.pointer);
  return where.empty() ? finding.message : fmt::format("{}: {}", where, finding.message);
}

std::string texts_digest(ArtifactSet const& set) {
  Digest digest;
  for (auto const& file : set.files)
    digest.add(file.name).add(file.bytes);
  return digest.hex();
}

Json to_json(std::vector<Judgement> const& judgements) {
  auto listed = Json::array();
  for (auto const& judgement : judgements)
    listed.push_back({{"texts", judgement.texts}, {"errors", artifactd::to_json(judgement.errors)}});
  return {{"version", 1}, {"judgements", std::move(listed)}};
}

Result<std::vector<Judgement>> judgements_from_json(Json const& json) {
  std::vector<Judgement> judgements;
  auto const listed = json.find("judgements");
  if (listed == json.end() || !listed->is_array()) return fail(Fault::invalid, "the judgements are damaged");
  for (auto const& each : *listed) {
    if (!each.is_object()) return fail(Fault::invalid, "the judgements are damaged");
    judgements.push_back({text_member(each, "texts"), TRY(findings_in(each))});
  }
  return judgements;
}

ArtifactJudge recorded_judge(std::vector<Judgement> judgements) {
  return [known = std::move(judgements)](ArtifactSet const& set) -> Result<std::vector<Finding>> {
    auto const found = std::ranges::find(known, texts_digest(set), &Judgement::texts);
    if (found == known.end()) return fail(Fault::changed, "these artifacts were not judged then");
    return found->errors;
  };
}

} // namespace artifactd::editor
