#include "agents/rule/judgement.hpp"

#include "agents/rule/rule_part.hpp"
#include "agents/rule/rule_reader.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::extraction {

namespace {

void take(std::vector<Finding>& all, std::vector<Finding> more) {
  std::ranges::move(more, std::back_inserter(all));
}

std::vector<Finding> of_tier(std::vector<Finding> const& findings, Tier tier) {
  std::vector<Finding> chosen;
  std::ranges::copy_if(findings, std::back_inserter(chosen),
                       [&](Finding const& each) { return each.tier == tier; });
  return chosen;
}

} // namespace

bool Judgement::refused() const noexcept {
  return has_error(findings);
}

Judgement judge_rule(RawText const& raw, Shape shape, Samples const& samples) {
  Judgement judgement;
  auto& findings = judgement.findings;
  auto const script = fenced_script(raw.bytes);
  if (shape == Shape::text) judgement.language = language_of(script);

  std::optional<YamlTree> tree;
  if (auto finding = unreadable(raw)) {
    findings.push_back(*std::move(finding));
  } else if (judgement.language == Language::python) {
    return judgement;
  } else if (auto reading = read_yaml(raw, script.content)) {
    tree = *std::move(reading);
  } else {
    findings = std::move(reading).error();
  }
  take(findings, of_tier(samples.findings, Tier::syntax));
  if (judgement.refused()) return judgement;

  judgement.tier = Tier::schema;
  auto reading = read_rule(raw, *tree);
  judgement.rule = std::move(reading.rule);
  take(findings, std::move(reading.findings));
  take(findings, of_tier(samples.findings, Tier::schema));
  if (judgement.refused()) return judgement;

  judgement.tier = Tier::semantic;
  bool const untold = samples.paths.empty() && samples.findings.empty();
  take(findings, of_tier(untold ? no_samples(samples.file).findings : samples.findings, Tier::semantic));
  if (judgement.refused()) return judgement;
  judgement.trial = try_rule(raw, *judgement.rule, samples);
  take(findings, std::move(judgement.trial.findings));
  return judgement;
}

std::string short_message(Finding const& finding) {
  if (finding.code == "YAML_SYNTAX_ERROR")
    return fmt::format("syntax error (line {})", finding.line.value_or(1));
  if (finding.code == "SCHEMA_VIOLATION")
    return fmt::format("schema error ({})", printable(dotted(finding.pointer.value_or(""))));
  if (finding.code == "GLOB_MISMATCH") return "glob didn't match samples";
  if (finding.code == "EMPTY_EXTRACTION") return "extracted no fields";
  if (finding.code == "RUNTIME_ERROR") return "execution error";
  return finding.message;
}

} // namespace artifactd::extraction
