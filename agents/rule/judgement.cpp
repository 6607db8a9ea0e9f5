#include "agents/rule/judgement.hpp"

#include "agents/rule/rule_part.hpp"
#include "agents/rule/rule_reader.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace artifactd::extraction {

namespace {

void take(std::vector<Finding>& all, std::vector<Finding> const& more, Tier tier) {
  std::ranges::copy_if(more, std::back_inserter(all), [tier](auto const& each) { return each.tier == tier; });
}

} // namespace

bool Judgement::refused() const noexcept {
  return has_error(findings);
}

Judgement judge_rule(RawText const& raw, Form form, Samples const& samples) {
  Judgement judgement{.file = std::string(raw.file)};
  auto& findings = judgement.findings;
  auto const script = fenced_script(raw.bytes);
  if (form == Form::text) judgement.language = language_of(script);

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
  take(findings, samples.findings, Tier::syntax);
  if (judgement.refused()) return judgement;

  judgement.tier = Tier::schema;
  auto reading = read_rule(raw, *tree);
  judgement.rule = std::move(reading.rule);
  take(findings, reading.findings, Tier::schema);
  take(findings, samples.findings, Tier::schema);
  if (judgement.refused()) return judgement;

  judgement.tier = Tier::semantic;
  bool const untold = samples.paths.empty() && samples.findings.empty();
  take(findings, untold ? no_samples(samples.file).findings : samples.findings, Tier::semantic);
  if (judgement.refused()) return judgement;
  judgement.trial = try_rule(raw, *judgement.rule, samples);
  take(findings, std::exchange(judgement.trial.findings, {}), Tier::semantic);
  return judgement;
}

Json to_json(Judgement const& judgement) {
  auto findings = Json::array();
  for (auto const& finding : judgement.findings)
    findings.emplace_back(to_json(finding))["short"] = short_message(finding);
  Json json{{"file", judgement.file},
            {"accepted", !judgement.refused()},
            {"tier", tier_word(judgement.tier)},
            {"findings", std::move(findings)},
            {"preview", to_json(judgement.trial.preview)}};
  if (judgement.rule) json["rule"] = judgement.rule->name;
  if (judgement.language == Language::yaml) json["samples"] = counted(judgement.trial.statuses);
  if (!judgement.interpreter.empty()) json["interpreter"] = judgement.interpreter;
  return json;
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
