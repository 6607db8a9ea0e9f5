#include "merge/diagnose.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/walk.hpp"
#include "state/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

void report_missing(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                    std::vector<Finding>& findings) {
  for (auto const& name : rules.required) {
    if (std::ranges::find(set.listed, name, &ArtifactSet::Listed::name) != set.listed.end()) continue;
    Finding finding;
    finding.code = "file.missing";
    finding.file = layout::artifacts_of(agent) + "/" + name;
    finding.message = fmt::format("the required file {} is missing", name);
    finding.expected = fmt::format("all of {}", fmt::join(rules.required, ", "));
    std::vector<std::string> present;
    for (auto const& each : set.listed)
      present.push_back(printable(each.name));
    finding.found = present.empty() ? "no artifact file" : fmt::format("{}", fmt::join(present, ", "));
    finding.hint = fmt::format("Write {}.", finding.file);
    findings.push_back(std::move(finding));
  }
}

std::string_view type_word(json::Type type) {
  switch (type) {
  case json::Type::object:
    return "an object";
  case json::Type::array:
    return "an array";
  case json::Type::string:
    return "a string";
  case json::Type::number:
    return "a number";
  case json::Type::boolean:
    return "a boolean";
  case json::Type::null:
    return "null";
  }
  return "";
}

/// Of a text that is sound JSON.
std::optional<Finding> misshapen(Artifact const& artifact) {
  auto begin = artifact.bytes.find_first_not_of(" \t\r\n");
  auto type = json::type_of(std::string_view(artifact.bytes).substr(begin));
  if (type == json::Type::object) return std::nullopt;
  Finding finding;
  finding.code = "shape.not_object";
  finding.tier = Tier::schema;
  finding.file = artifact.path;
  auto position = json::position_of(artifact.bytes, begin);
  finding.line = position.line;
  finding.column = position.column;
  finding.byte = begin;
  finding.pointer = "";
  finding.message = "the file does not hold an object at the top";
  finding.expected = "an object, { … }";
  finding.found = type_word(type);
  finding.hint = R"(Put the value under a key that says what it is: { "items": … }.)";
  finding.excerpt = json::excerpt(artifact.bytes, begin);
  return finding;
}

Finding unexpected_agent(Name const& agent) {
  Finding finding;
  finding.code = "agent.unexpected";
  finding.tier = Tier::semantic;
  finding.severity = Severity::warning;
  finding.message = fmt::format(
      "the metadata of {} says that it produces no artifacts, yet it dropped a signal", agent.str());
  finding.hint = "Merged all the same; set produces_kg_artifacts to true if this is intended.";
  return finding;
}

} // namespace

bool Diagnosis::refused() const noexcept {
  return std::ranges::any_of(findings, [](Finding const& each) { return each.severity == Severity::error; });
}

Tier Diagnosis::tier() const noexcept {
  for (auto const& each : findings)
    if (each.severity == Severity::error) return each.tier;
  return Tier::semantic;
}

Diagnosis diagnose(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                   ArtifactLimits const& limits) {
  json::Limits json_limits{.depth = limits.depth};
  Diagnosis diagnosis{set.findings};
  report_missing(agent, set, rules, diagnosis.findings);
  for (auto const& artifact : set.files)
    std::ranges::move(json::syntax_findings(artifact.path, artifact.bytes, json_limits),
                      std::back_inserter(diagnosis.findings));
  if (diagnosis.refused()) return diagnosis;
  for (auto const& artifact : set.files)
    if (auto finding = misshapen(artifact)) diagnosis.findings.push_back(*std::move(finding));
  if (diagnosis.refused()) return diagnosis;
  if (rules.produces == false) diagnosis.findings.push_back(unexpected_agent(agent));
  return diagnosis;
}

} // namespace artifactd
