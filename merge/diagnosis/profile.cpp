#include "merge/diagnosis/profile.hpp"

#include "merge/artifacts/artifact_text.hpp"
#include "merge/schema/shelf.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <iterator>

namespace artifactd {

namespace {

constexpr char const* extraction_schema = R"({
  "definitions": {
    "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    "entry": {
      "type": "object",
      "required": ["id"],
      "properties": {
        "id": {"type": "string", "minLength": 1},
        "confidence": {"$ref": "#/definitions/confidence"}
      }
    },
    "entries": {"type": "array", "items": {"$ref": "#/definitions/entry"}},
    "relationships": {
      "type": "array",
      "items": {
        "allOf": [{"$ref": "#/definitions/entry"}],
        "required": ["from", "to"],
        "properties": {
          "from": {"type": "string", "minLength": 1},
          "to": {"type": "string", "minLength": 1}
        }
      }
    }
  },
  "properties": {
    "entities": {"$ref": "#/definitions/entries"},
    "claims": {"$ref": "#/definitions/entries"},
    "relationships": {"$ref": "#/definitions/relationships"}
  }
})";

SchemaOrigin const& extraction_origin() {
  static SchemaOrigin const origin{.text = extraction_schema, .shown = "profile extraction"};
  return origin;
}

std::vector<Assertion> const& extraction_assertions() {
  static std::vector<Assertion> const assertions{
      {R"([.entities, .claims, .relationships | arrays | map(.id)] | all(.[]; length == (unique | length)))",
       "an id is used twice in one list"}};
  return assertions;
}

constexpr std::size_t most_in_logs = 100; ///< a log may have thousands of similar lines

SchemaRule const* best(std::string_view file, std::vector<SchemaRule> const& rules) {
  SchemaRule const* found = nullptr;
  auto name = std::string(file);
  for (auto const& rule : rules) {
    if (rule.files == file) return &rule;
    if (::fnmatch(rule.files.c_str(), name.c_str(), 0) == 0 &&
        (found == nullptr || rule.files.size() > found->files.size()))
      found = &rule;
  }
  return found;
}

Result<void> judge(Artifact const& artifact, SchemaOrigin const& origin, std::vector<Finding>& findings) {
  auto schema = TRY(compiled_schema(origin));
  if (!is_log(artifact)) {
    std::ranges::move(TRY(schema->findings(artifact.path, artifact.bytes)), std::back_inserter(findings));
    return {};
  }
  // Settled lines were judged by the schema in force at the time.
  auto settled = std::string_view(artifact.bytes).substr(0, artifact.settled);
  auto lines_before = static_cast<std::size_t>(std::ranges::count(settled, '\n'));
  for (auto const& line : lines_of(std::string_view(artifact.bytes).substr(artifact.settled)))
    for (auto& finding : TRY(schema->findings(artifact.path, line.text))) {
      if (findings.size() == most_in_logs) return {};
      finding.line = lines_before + line.number;
      if (finding.byte) *finding.byte += static_cast<std::size_t>(line.text.data() - artifact.bytes.data());
      findings.push_back(std::move(finding));
    }
  return {};
}

} // namespace

SchemaRule const* schema_for(std::string_view file, Checks const& checks) {
  auto const* configured = best(file, checks.schemas);
  return configured != nullptr ? configured : best(file, checks.discovered);
}

Result<std::vector<Finding>> schema_findings(ArtifactSet const& set, Checks const& checks) {
  std::vector<Finding> findings;
  for (auto const& artifact : set.files) {
    if (checks.profile == Profile::extraction) TRY(judge(artifact, extraction_origin(), findings));
    if (auto const* rule = schema_for(layout::plain_name(artifact.name), checks))
      TRY(judge(artifact, rule->schema, findings));
  }
  return findings;
}

Result<std::vector<Finding>> assertion_findings(ArtifactSet const& set, Checks const& checks) {
  std::vector<Finding> findings;
  if (checks.profile == Profile::extraction)
    findings = TRY(failed_over_artifacts(extraction_assertions(), set, checks.jq));
  std::ranges::move(TRY(failed_over_artifacts(checks.assertions, set, checks.jq)),
                    std::back_inserter(findings));
  return findings;
}

} // namespace artifactd
