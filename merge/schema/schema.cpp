#include "merge/schema/schema.hpp"

#include "merge/schema/flat.hpp"
#include "merge/schema/judge.hpp"
#include "state/json/diagnose.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <pthread.h>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>

namespace artifactd {

namespace {

struct AllowedBuilder final : valijson::ConstraintBuilder {
  [[nodiscard]] valijson::constraints::Constraint*
  make(valijson::adapters::Adapter const& value) const override {
    return new AllowedConstraint(static_cast<std::size_t>(value.asInteger()));
  }
};

/// valijson follows references by recursion: of most_schemas in a row, some kilobytes each.
constexpr std::size_t stack_size = std::size_t{128} << 20;

struct Population {
  FlatSchema const& flat;
  valijson::Schema& schema;
  std::string failure{};

  void run() noexcept try {
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.addConstraintBuilder("allowed", new AllowedBuilder);
    auto document = flat.document;
    document["$ref"] = "#/s/0";
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(document), schema);
  } catch (std::exception const& error) {
    failure = error.what();
  }
};

/// Runs it on a thread with a stack of that size; untouched, it costs nothing.
Result<void> populate(Population& population) {
  pthread_attr_t attributes;
  pthread_t thread{};
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, stack_size);
  auto body = [](void* it) -> void* {
    static_cast<Population*>(it)->run();
    return nullptr;
  };
  auto failed = ::pthread_create(&thread, &attributes, body, &population);
  ::pthread_attr_destroy(&attributes);
  if (failed != 0) return fail(errno_error("compile", "a schema", failed));
  ::pthread_join(thread, nullptr);
  return {};
}

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
  valijson::Schema schema;
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
  Population population{body->flat, body->schema};
  TRY(populate(population));
  if (!population.failure.empty()) return fail(Fault::invalid, body->name + ": " + population.failure);
  body->flat.document = nullptr;
  return CompiledSchema(std::move(body), documents.read());
}

Result<std::vector<Finding>> CompiledSchema::findings(std::string_view file, std::string_view text) const {
  JsonNode root(text);
  std::vector<Violation> violations;
  Judge judge(body_->flat);
  judge.judge(body_->schema, root, &violations);
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
