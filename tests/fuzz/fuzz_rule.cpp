// Any bytes as a model's output: there is always a verdict, its findings are complete, inside the text,
// printable and readable again from their JSON form; an accepted rule has a preview. The same bytes as a glob
// and as samples.
#include "agents/rule/judgement.hpp"
#include "agents/rule/rule_kind.hpp"
#include "agents/rule/sample_structure.hpp"
#include "state/vocabulary/utf8.hpp"
#include "tests/fuzz/demand.hpp"

#include <nlohmann/json.hpp>
#include <set>

namespace {

using namespace artifactd;
using namespace artifactd::extraction;
using fuzz::demand;

constexpr std::string_view samples_text =
    R"({"root": "/data", "paths": ["/data/m_042/2024-01-15/a.csv", "/data/m_043/20240116/b.csv", "/data/c"]})";

void demand_printable(std::string_view text) {
  for (char const c : text)
    demand(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F), "printable");
}

void check(Finding const& finding, std::size_t size) {
  static std::set<std::string_view> const known = [] {
    std::set<std::string_view> codes;
    for (auto const table : {finding_codes(), std::span<FindingCode const>(rule_codes)})
      for (auto const& each : table)
        codes.insert(each.code);
    return codes;
  }();
  demand(known.contains(finding.code), "its code is known");
  demand(!finding.message.empty() && !finding.hint.empty(), "message and hint are there");
  demand(!finding.expected.empty() && !finding.found.empty(), "expected and found are there");
  demand(!finding.byte || *finding.byte <= size, "it lies in the text");
  demand(finding.message.size() < 5000 && finding.hint.size() < 5000, "it is short");
  demand_printable(to_terminal(finding, Colour::off));
  demand_printable(to_instruction(finding));
  auto const json = to_json(finding);
  demand_printable(json.dump(2));
  auto const again = finding_from_json(json);
  demand(again && to_json(*again) == json, "it survives its JSON form");
  static_cast<void>(short_message(finding).size());
}

void judge(std::string_view text) {
  static Samples const samples = read_samples("s.json", samples_text);
  auto const judgement = judge_rule({"r.txt", text}, Form::text, samples);
  for (auto const& finding : judgement.findings)
    check(finding, text.size());
  if (judgement.refused() || judgement.language == Language::python) return;
  demand(judgement.rule && judgement.tier == Tier::semantic, "an accepted rule is there");
  demand(!judgement.trial.preview.empty(), "it has a preview");
  for (auto const& each : judgement.trial.preview)
    static_cast<void>(each.extracted.dump().size());
}

void match(std::string_view text) {
  auto const glob = Glob::compile(text);
  if (!glob)
    demand(glob.error().byte <= text.size() && !glob.error().hint.empty(), "a fault lies in the glob");
  if (glob) static_cast<void>(glob->matches("data/m_042/a.csv"));
}

void sample(std::string_view text) {
  auto const samples = read_samples("s.json", text);
  for (auto const& finding : samples.findings)
    check(finding, text.size());
  if (samples.paths.empty()) return;
  auto const glob = Glob::compile(structure_of(samples.paths).glob);
  if (!glob) return; // the structure exceeds the limits of globs
  for (auto const& path : samples.paths)
    demand(glob->matches(path.parts), "the suggested glob matches every sample");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  judge(text);
  // After a fixed prefix, inputs get past the first keys far more often.
  judge("name: r\nglob: '**'\nextract:\n  x:\n    from: " + std::string(text));
  if (is_utf8(text)) match(text);
  sample(text);
  return 0;
}
