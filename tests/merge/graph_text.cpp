#include "tests/merge/graph_text.hpp"

#include "merge/kg/strategy.hpp"
#include "tests/support/session_dir.hpp"

namespace artifactd::test {

json::Document scanned(std::string_view text) {
  auto document = json::scan(text);
  if (!document) throw std::invalid_argument("does not scan: " + std::string(text));
  return *std::move(document);
}

GraphText::GraphText(std::string graph)
    : text_(std::move(graph)), document_(scanned(text_)), draft(text_, document_) {}

ArtifactSet artifacts(std::vector<std::pair<std::string, std::string>> const& files) {
  ArtifactSet set;
  for (auto const& [file, text] : files) {
    set.files.push_back({file, "artifacts/a/" + file, text});
    set.listed.push_back({file, Stamp{}});
  }
  return set;
}

Merged merged(std::string const& graph, std::string_view agent, ArtifactSet const& set,
              AgentRules const& rules) {
  GraphText over(graph);
  auto findings = must(apply_strategy(over.draft, name(agent), set, rules));
  Merged result{over.text(), {}, {}};
  for (auto const& each : findings)
    result.findings.push_back(each.code);
  result.value = nlohmann::json::parse(result.text, nullptr, false);
  return result;
}

} // namespace artifactd::test
