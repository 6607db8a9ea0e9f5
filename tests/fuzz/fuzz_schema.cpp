// Any bytes as the members of a schema and, after a zero byte, a document: a schema that does not compile
// says where, one that does judges the document the same way twice, and every finding has its place in it.
#include "merge/schema/schema.hpp"
#include "state/json/diagnose.hpp"
#include "tests/fuzz/demand.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace {

using namespace artifactd;
using fuzz::demand;

constexpr std::array<std::string_view, 3> drafts = {"http://json-schema.org/draft-07/schema#",
                                                    "https://json-schema.org/draft/2019-09/schema",
                                                    "https://json-schema.org/draft/2020-12/schema"};

void judge(CompiledSchema const& schema, std::string_view document) {
  if (!json::syntax_findings("d.json", document, {.depth = 64}).empty()) return;
  auto const findings = schema.findings("d.json", document);
  auto const again = schema.findings("d.json", document);
  demand(findings.has_value() == again.has_value(), "a document is judged the same twice");
  if (!findings) return;
  demand(findings->size() == again->size(), "the same findings");
  demand(std::ranges::is_sorted(*findings, {}, &Finding::byte), "findings are in order");
  for (auto const& finding : *findings)
    demand(finding.byte && *finding.byte < document.size() && !finding.message.empty(),
           "a finding says what and where");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view const text(reinterpret_cast<char const*>(data) + 1, size - 1);
  auto const end = std::min(text.find('\0'), text.size());
  auto const schema = CompiledSchema::compile({.text = std::string(R"({"$schema": ")")
                                                           .append(drafts[data[0] % drafts.size()])
                                                           .append("\", ")
                                                           .append(text.substr(0, end))
                                                           .append("}"),
                                               .shown = "s.json"});
  if (!schema)
    demand(schema.error().message.starts_with("s.json:"), "what is wrong in a schema has a place");
  else
    judge(*schema, text.substr(std::min(end + 1, text.size())));
  return 0;
}
