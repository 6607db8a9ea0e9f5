#include "merge/schema/schema.hpp"

#include "merge/schema/flat.hpp"
#include "merge/schema/judge.hpp"
#include "state/json/diagnose.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace artifactd {

namespace {

Finding finding_of(std::string_view file, std::string_view text, Violation const& violation) {
  Finding finding;
  finding.code = "schema.violation";
  finding.tier = Tier::schema;
  finding.file = file;
  json::locate(finding, text, violation.at.byte_in(text));
  finding.pointer = violation.at.pointer();
  finding.message = fmt::format("{} ({})", violation.message, violation.keyword);
  finding.expected = violation.expected;
  finding.found = violation.found;
  finding.hint = violation.hint;
  return finding;
}

} // namespace

struct CompiledSchema::Body {
  std::string name;
  FlatSchema flat;
};

CompiledSchema::CompiledSchema(std::unique_ptr<Body const> body, std::vector<SchemaDocuments::Read> read)
    : body_(std::move(body)), read_(std::move(read)) {}
CompiledSchema::CompiledSchema(CompiledSchema&&) noexcept = default;
CompiledSchema& CompiledSchema::operator=(CompiledSchema&&) noexcept = default;
CompiledSchema::~CompiledSchema() = default;

Result<CompiledSchema> CompiledSchema::compile(SchemaOrigin const& origin) {
  SchemaDocuments documents(origin);
  auto body = std::make_unique<Body>();
  body->name = origin.name();
  body->flat = TRY(flatten_schema(documents));
  return CompiledSchema(std::move(body), documents.read());
}

std::vector<std::string> const& CompiledSchema::remarks() const noexcept {
  return body_->flat.remarks;
}

Result<std::vector<Finding>> CompiledSchema::findings(std::string_view file, std::string_view text) const {
  JsonNode root(text);
  std::vector<Violation> violations;
  Judge judge(body_->flat);
  judge.judge(SchemaId{0}, root, &violations);
  if (!judge.trouble().empty())
    return fail(Fault::too_large, fmt::format("{}: judging {} by it {}", body_->name, file, judge.trouble()));
  std::ranges::stable_sort(violations, {}, [&](Violation const& each) { return each.at.byte_in(text); });
  std::vector<Finding> findings;
  std::set<std::pair<std::size_t, std::string>> told;
  for (auto const& violation : violations)
    if (told.emplace(violation.at.byte_in(text), violation.message + violation.expected).second)
      findings.push_back(finding_of(file, text, violation));
  return findings;
}

} // namespace artifactd
