// Any bytes: faults get a bounded number of findings, each complete, inside the text, printable and readable
// again from its JSON form; position, excerpt and pointer work for every byte.
#include "state/json/diagnose.hpp"
#include "tests/fuzz/demand.hpp"

#include <nlohmann/json.hpp>

namespace {

using namespace artifactd;
using fuzz::demand;

void demand_printable(std::string_view text) {
  for (char const c : text)
    demand(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F), "printable");
}

void check(Finding const& finding, std::string_view text) {
  demand(!finding.code.empty() && !finding.message.empty() && !finding.hint.empty(),
         "code, message and hint are there");
  demand(!finding.expected.empty() && !finding.found.empty(), "expected and found are there");
  demand(finding.byte && *finding.byte <= text.size() && finding.line && finding.column,
         "it lies in the text");
  demand(finding.message.size() < 600 && finding.hint.size() < 600 && finding.excerpt.size() < 2000,
         "it is short");
  demand_printable(to_terminal(finding, Colour::off));
  demand_printable(to_instruction(finding));
  auto const json = to_json(finding);
  demand_printable(json.dump(2));
  auto const again = finding_from_json(json);
  demand(again && to_json(*again) == json, "it survives its JSON form");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  json::Limits const limits{.depth = 8};
  auto const findings = json::syntax_findings("artifacts/a/x.json", text, limits);
  auto const document = json::scan(text, limits);
  demand(document || (!findings.empty() && findings.size() <= 10), "a broken text has a few findings");
  demand(findings.size() <= 100, "there are not too many findings");
  for (Finding const& finding : findings)
    check(finding, text);

  std::size_t const byte = size == 0 ? 0 : (data[0] * 257U) % (size + 1);
  json::Position const position = json::position_of(text, byte);
  demand(position.line >= 1 && position.column >= 1, "positions count from one");
  demand_printable(json::excerpt(text, byte));
  static_cast<void>(json::pointer_at(text, byte).size());
  return 0;
}
