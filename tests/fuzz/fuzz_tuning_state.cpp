// Any bytes as two states of a tuning run, separated by a zero byte: each is judged the same way twice, a
// refused one has an error, a step is judged, and what is recorded in a state can be read again.
#include "state/json/scan.hpp"
#include "state/tuning/fix_record.hpp"
#include "state/tuning/judge.hpp"
#include "tests/fuzz/demand.hpp"

#include <algorithm>

namespace {

using namespace artifactd;
using namespace artifactd::tuning;
using fuzz::demand;

Judgement judged(std::string_view text, TuningState const* accepted = nullptr) {
  auto const judgement = judge("state.json", std::string(text), accepted);
  auto again = judge("state.json", std::string(text), accepted);
  demand(judgement.findings.size() == again.findings.size(), "the same text is judged the same");
  demand(judgement.state || judgement.refused(), "what cannot be read is refused");
  for (auto const& finding : judgement.findings)
    demand(!finding.code.empty() && !finding.message.empty(), "a finding says what it found");
  return again;
}

void check_records(std::string_view text) {
  demand(!record_time(text).empty(), "there is always a time for the next entry");
  AppliedRecord const record{"FIX-1", "2026-01-01T00:00:00Z", "backup", {{"SKILL.md", "modify", ""}}};
  std::vector<Verdict> const verdicts{{0, true}};
  for (auto const& changed :
       {record_applied(text, record), record_verdicts(text, verdicts), record_rolled_back(text, 0)})
    demand(!changed || json::scan(*changed).has_value(), "a recorded state is sound JSON");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  auto const end = std::min(text.find('\0'), text.size());
  auto const before = judged(text.substr(0, end));
  if (end < text.size()) judged(text.substr(end + 1), before.state ? &*before.state : nullptr);
  if (!before.refused()) check_records(text.substr(0, end));
  return 0;
}
