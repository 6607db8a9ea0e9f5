#include "merge/schema/schema.hpp"

#include "merge/schema/judge.hpp"
#include "state/json/diagnose.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace artifactd {

namespace {

Finding finding_of(std::string_view file, std::string_view text, Violation const& violation) {
  Finding finding{.code = "schema.violation",
                  .tier = Tier::schema,
                  .file = std::string(file),
                  .pointer = violation.at.pointer(),
                  .message = fmt::format("{} ({})", violation.message, violation.keyword),
                  .expected = violation.expected,
                  .found = violation.found,
                  .hint = violation.hint};
  json::locate(finding, text, violation.at.byte_in(text));
  return finding;
}

} // namespace

Result<CompiledSchema> CompiledSchema::compile(SchemaOrigin const& origin) {
  SchemaDocuments documents(origin);
  auto flat = TRY(flatten_schema(documents));
  return CompiledSchema(origin.name(), std::move(flat), documents.read());
}

Result<std::vector<Finding>> CompiledSchema::findings(std::string_view file, std::string_view text) const {
  JsonNode root(text);
  std::vector<Violation> violations;
  Judge judge(flat_);
  judge.judge(SchemaId{0}, root, &violations);
  if (!judge.trouble().empty())
    return fail(Fault::too_large, fmt::format("{}: judging {} by it {}", name_, file, judge.trouble()));
  std::ranges::stable_sort(violations, {}, [&](Violation const& each) { return each.at.byte_in(text); });
  std::vector<Finding> findings;
  std::set<std::pair<std::size_t, std::string>> told;
  for (auto const& violation : violations)
    if (told.emplace(violation.at.byte_in(text), violation.message + violation.expected).second)
      findings.push_back(finding_of(file, text, violation));
  return findings;
}

} // namespace artifactd
