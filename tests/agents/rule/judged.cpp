#include "tests/agents/rule/judged.hpp"

namespace artifactd::test {

using namespace extraction;

Samples samples(std::vector<std::string> const& paths, std::string const& root) {
  nlohmann::json json{{"paths", paths}};
  if (!root.empty()) json["root"] = root;
  return read_samples("rules/r.samples.json", json.dump());
}

Judgement judged(std::string_view text, std::vector<std::string> const& paths, std::string const& root) {
  return judge_rule({"rules/r.yaml", text}, Form::yaml, samples(paths, root));
}

Judgement judged_field(std::vector<std::string> const& lines, std::string const& path,
                       std::string const& root) {
  std::string text = "name: r\nglob: '**/*'\nextract:\n  x:\n";
  for (auto const& line : lines)
    text += "    " + line + "\n";
  return judged(text, {path}, root);
}

std::string extracted(std::vector<std::string> const& lines, std::string const& path,
                      std::string const& root) {
  auto const judgement = judged_field(lines, path, root);
  if (judgement.refused()) return judgement.findings.front().code;
  return judgement.trial.preview.front().extracted.dump();
}

std::vector<std::string> codes(std::vector<Finding> const& findings) {
  std::vector<std::string> all;
  for (auto const& each : findings)
    all.push_back(each.code);
  return all;
}

} // namespace artifactd::test
