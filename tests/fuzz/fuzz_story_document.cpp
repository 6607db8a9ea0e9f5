// Any bytes as documents of stories, in JSON, YAML or TOML by the first byte: a document that was read can be
// written and read again, is judged the same way twice, and every finding is complete and lies in the text.
#include "agents/turn/content/document_checks.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace artifactd;
using namespace artifactd::turn;
using fuzz::demand;

void check_findings(std::vector<Finding> const& findings, std::size_t size) {
  for (auto const& finding : findings) {
    demand(!finding.code.empty() && !finding.message.empty(), "a finding says what");
    demand(!finding.byte || *finding.byte <= size, "it lies in the text");
    demand(finding.message.size() < 5000 && finding.hint.size() < 5000, "it is short");
    demand(finding_from_json(to_json(finding)).has_value(), "it survives its JSON form");
  }
}

void judge(ContentText const& text) {
  auto read = read_documents(text);
  check_findings(read.findings, text.written.size());
  auto const written = to_json(read.documents);
  auto const again = read_documents({.file = "again.json", .written = {}, .value = written});
  demand(!has_error(again.findings) && to_json(again.documents) == written, "it is read again");
  auto findings = check(read.documents, {});
  auto const same = check(read.documents, {});
  demand(findings.has_value() == same.has_value(), "it is judged twice the same");
  if (!findings) return;
  demand(to_json(*findings) == to_json(*same), "with the same findings");
  locate(*findings, text);
  check_findings(*findings, text.written.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view const bytes(reinterpret_cast<char const*>(data) + 1, size - 1);
  auto const format = static_cast<Format>(data[0] % 3);
  auto const text = read_content("x", bytes, format);
  if (text)
    judge(*text);
  else
    check_findings(text.error(), bytes.size());
  return 0;
}
