// Any lines as paths: each of their shapes gets a rule that is accepted and matches every path of the shape,
// and redacted text holds no digit but 0.
#include "agents/rule/draft/drafted_rule.hpp"
#include "agents/rule/draft/redaction.hpp"
#include "agents/rule/judgement.hpp"
#include "tests/fuzz/demand.hpp"

#include <algorithm>

namespace {

using namespace artifactd;
using namespace artifactd::extraction;
using fuzz::demand;

constexpr std::size_t most_paths = 64;

std::vector<SamplePath> paths_in(std::string_view text) {
  std::vector<SamplePath> paths;
  while (!text.empty() && paths.size() < most_paths) {
    auto const end = std::min(text.find('\0'), text.size());
    auto const path = text.substr(0, end);
    if (!unreadable({"", path}))
      if (auto sample = sample_path(path, "")) paths.push_back(*std::move(sample));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return paths;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const paths = paths_in({reinterpret_cast<char const*>(data), size});
  if (paths.empty()) return 0;
  Redaction const redaction(paths);
  for (auto const& path : paths)
    demand(redaction.redacted(path.parts).find_first_of("123456789") == std::string::npos ||
               redaction.redacted(path.parts).contains("part"),
           "digits are redacted");
  std::size_t members = 0;
  for (auto const& shape : shapes_of(paths)) {
    auto const draft = draft_of(paths, shape);
    Samples samples{.file = "samples", .root = "", .paths = {}, .findings = {}};
    for (auto const member : shape.members)
      samples.paths.push_back(paths[member]);
    members += shape.members.size();
    auto const text = to_yaml(draft);
    auto const verdict = judge_rule({"rule.yaml", text}, Form::yaml, samples);
    demand(!verdict.refused() || text.size() > longest_text, "a draft is accepted");
    if (!verdict.rule) continue;
    for (auto const& path : samples.paths)
      demand(verdict.rule->glob.matches(path.parts), "a draft matches the paths it was made from");
  }
  demand(members == paths.size(), "each path is in one shape");
  return 0;
}
