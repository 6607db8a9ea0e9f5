#include "agents/rule/vetting.hpp"

#include "state/json/json_text.hpp"

#include <algorithm>
#include <iterator>

namespace artifactd::extraction {

namespace {

/// Findings of `samples` belong to the semantic tier: an extractor that cannot be tried is not accepted.
Result<Judgement> of_extractor(RuleFiles const& files, SandboxSettings const& sandbox) {
  auto script = fenced_script(files.text);
  PythonSource source{files.path, files.text, {script.byte, script.byte + script.content.size()}};
  std::vector<std::string> paths;
  for (auto const& sample : files.samples.paths)
    paths.push_back(sample.given);
  auto verdict = TRY(judge_python(source, paths, sandbox));
  Judgement judgement{.file = files.path,
                      .language = Language::python,
                      .findings = std::move(verdict.findings),
                      .interpreter = std::move(verdict.interpreter)};
  if (!judgement.refused()) std::ranges::copy(files.samples.findings, std::back_inserter(judgement.findings));
  judgement.tier = tier_of(judgement.findings);
  for (auto const& each : verdict.preview)
    judgement.trial.preview.push_back({each.path, Json::parse(each.record)});
  return judgement;
}

} // namespace

Result<Judgement> vet(RuleFiles const& files, SandboxSettings const& sandbox) {
  if (!files.findings.empty()) return Judgement{.file = files.path, .findings = files.findings};
  if (files.form == Form::python) return of_extractor(files, sandbox);
  auto judgement = judge_rule({files.path, files.text}, files.form, files.samples);
  if (judgement.language == Language::python) return of_extractor(files, sandbox);
  return judgement;
}

std::string render_result(Name const& name, RuleFiles const& files, Judgement const& judgement) {
  Json result{{"version", 1},
              {"name", name.str()},
              {"file", files.path},
              {"language", judgement.language == Language::python ? "python" : "yaml"},
              {"inputs", files.digest}};
  if (judgement.rule) {
    result["rule"] = judgement.rule->name;
    result["priority"] = judgement.rule->priority;
    if (judgement.rule->tag) result["tag"] = *judgement.rule->tag;
    result["samples"] = counted(judgement.trial.statuses);
  }
  if (!judgement.interpreter.empty()) result["interpreter"] = judgement.interpreter;
  result["preview"] = to_json(judgement.trial.preview);
  result["warnings"] = to_json(judgement.findings);
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
