#include "agents/rule/vetting.hpp"

#include "state/json/json_text.hpp"

#include <algorithm>
#include <iterator>

namespace artifactd::extraction {

namespace {

Vetting of_rule(Judgement judgement) {
  Vetting vetting{
      .language = Language::yaml, .findings = std::move(judgement.findings), .tier = judgement.tier};
  vetting.rule = std::move(judgement.rule);
  vetting.preview = Json::array();
  for (auto const& each : judgement.trial.preview)
    vetting.preview.push_back(
        {{"path", each.path}, {"extracted", each.extracted}, {"status", status_word(each.status)}});
  vetting.statuses = Json::object();
  for (auto status : judgement.trial.statuses) {
    auto& count = vetting.statuses[std::string(status_word(status))];
    count = (count.is_number() ? count.get<int>() : 0) + 1;
  }
  return vetting;
}

/// Findings of `samples` belong to the semantic tier: an extractor that cannot be tried is not accepted.
Result<Vetting> of_extractor(RuleFiles const& files, SandboxSettings const& sandbox) {
  auto script = fenced_script(files.text);
  PythonSource source{files.path, files.text, {script.byte, script.byte + script.content.size()}};
  std::vector<std::string> paths;
  for (auto const& sample : files.samples.paths)
    if (paths.size() < most_samples) paths.push_back(sample.given);
  auto verdict = TRY(judge_python(source, paths, sandbox));
  Vetting vetting{.language = Language::python, .findings = std::move(verdict.findings)};
  if (!vetting.refused()) std::ranges::copy(files.samples.findings, std::back_inserter(vetting.findings));
  vetting.tier = tier_of(vetting.findings);
  vetting.interpreter = std::move(verdict.interpreter);
  vetting.preview = Json::array();
  for (auto const& each : verdict.preview)
    vetting.preview.push_back({{"path", each.path}, {"extracted", Json::parse(each.record)}});
  return vetting;
}

} // namespace

bool Vetting::refused() const noexcept {
  return has_error(findings);
}

Result<Vetting> vet(RuleFiles const& files, SandboxSettings const& sandbox) {
  if (!files.findings.empty()) return Vetting{.findings = files.findings, .tier = Tier::syntax};
  if (files.form == Form::python) return of_extractor(files, sandbox);
  auto shape = files.form == Form::yaml ? Shape::yaml : Shape::text;
  auto judgement = judge_rule({files.path, files.text}, shape, files.samples);
  if (judgement.language == Language::python) return of_extractor(files, sandbox);
  return of_rule(std::move(judgement));
}

std::string render_result(Name const& name, RuleFiles const& files, Vetting const& vetting) {
  Json result{{"version", 1},
              {"name", name.str()},
              {"file", files.path},
              {"language", vetting.language == Language::python ? "python" : "yaml"},
              {"inputs", files.digest}};
  if (vetting.rule) {
    result["rule"] = vetting.rule->name;
    result["priority"] = vetting.rule->priority;
    if (vetting.rule->tag) result["tag"] = *vetting.rule->tag;
    result["samples"] = vetting.statuses;
  }
  if (!vetting.interpreter.empty()) result["interpreter"] = vetting.interpreter;
  result["preview"] = vetting.preview;
  result["warnings"] = to_json(vetting.findings);
  return pretty(result) + "\n";
}

std::vector<std::string> rule_requirements(Samples const& samples) {
  std::vector<std::string> requirements = {
      "a rule has a name ([a-z][a-z0-9_]*) and a glob; extract, tag and priority (0 to 1000) are optional",
      "each field of extract has from: segment(N), filename, full_path or rel_path",
      "segment(-1) is the file name, segment(-2) its directory; segment(0) is the first directory",
      "type is string, integer, date or uuid; pattern is a regular expression without look-around",
      "tag is lower case with underscores; a glob that begins with * must be quoted",
      "an extractor is Python with def extract(path: str) -> dict, without files, network or processes"};
  if (!samples.paths.empty())
    requirements.push_back("it must fit these sample paths: " + first_paths(samples));
  return requirements;
}

} // namespace artifactd::extraction
