#include "merge/diagnosis/agent_rules.hpp"

#include "merge/artifacts/artifact_names.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/tree.hpp"
#include "state/platform/identity.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t metadata_limit = 1 << 20;

using json::Type;

/// Adds one agent's metadata.json, valid JSON, to its rules.
class Metadata {
public:
  Metadata(std::string const& agents_dir, std::string const& agent, std::string_view text)
      : agents_dir_(agents_dir), agent_(agent), text_(text), root_(text) {}

  Result<AgentRules> add_to(AgentRules rules) const {
    if (root_.type() != Type::object) return bad("the document", "an object");
    if (auto const* produces = root_.find("produces_kg_artifacts"); produces != nullptr && !rules.produces) {
      if (produces->type() != Type::boolean) return bad("produces_kg_artifacts", "true or false");
      rules.produces = produces->text() == "true";
    }
    if (auto const* names = root_.find("artifact_files_required"); names != nullptr && rules.required.empty())
      rules.required = TRY(file_names(*names));
    if (auto const* schemas = root_.find("artifact_schemas"))
      rules.checks.discovered = TRY(schema_rules(*schemas));
    if (auto const* version = root_.find("artifact_version"); version != nullptr && !rules.version)
      rules.version = TRY(versions(*version));
    return rules;
  }

private:
  [[nodiscard]] std::string path() const { return agents_dir_ + "/" + agent_ + "/metadata.json"; }

  [[nodiscard]] std::unexpected<Error> bad(char const* field, char const* wanted) const {
    return fail(Fault::invalid, path() + ": " + field + " must be " + wanted);
  }

  Result<VersionRange> versions(JsonNode const& said) const {
    auto text = said.type() == Type::number   ? std::string(said.text())
                : said.type() == Type::string ? said.string()
                                              : "";
    auto range = parse_version_range(text);
    if (!range) return bad("artifact_version", R"(a version such as 2, or a range such as "1..2")");
    return *range;
  }

  Result<std::vector<std::string>> file_names(JsonNode const& names) const {
    std::vector<std::string> read;
    for (auto const& name : names.children())
      if (name.type() == Type::string) read.push_back(name.string());
    if (names.type() != Type::array || read.size() != names.children().size())
      return bad("artifact_files_required", "an array of file names");
    for (auto const& name : read)
      if (!is_artifact_name(name))
        return fail(
            Fault::invalid,
            fmt::format("{}: artifact_files_required: \"{}\" is not the plain name of a .json or .ndjson "
                        "file, and nothing else in an agent's directory is an artifact",
                        path(), printable(name)));
    return read;
  }

  Result<std::vector<SchemaRule>> schema_rules(JsonNode const& schemas) const {
    if (schemas.type() != Type::object) return bad("artifact_schemas", "an object");
    std::vector<SchemaRule> rules;
    for (auto const& schema : schemas.children()) {
      if (schema.type() == Type::object || schema.type() == Type::boolean) {
        rules.push_back({schema.key(), inlined(schema)});
        continue;
      }
      auto file = schema.type() == Type::string ? schema.string() : "";
      if (!file.ends_with(".json") || file.starts_with('/') || file.find('\0') != file.npos)
        return bad("each of artifact_schemas",
                   "a schema, or the path of a .json file from the agent's directory");
      rules.push_back({schema.key(), {.directory = agents_dir_, .file = agent_ + "/" + file}});
    }
    return rules;
  }

  /// At the same line and column as in the metadata, for messages.
  [[nodiscard]] SchemaOrigin inlined(JsonNode const& schema) const {
    auto at = json::position_of(text_, schema.byte_in(text_));
    return {.text = std::string(at.line - 1, '\n').append(at.column - 1, ' ').append(schema.text()),
            .shown = path()};
  }

  std::string const& agents_dir_;
  std::string const& agent_;
  std::string_view text_;
  JsonNode root_;
};

} // namespace

Result<AgentRules> with_metadata(AgentRules rules, std::string const& agents_dir, Name const& agent) {
  if (agents_dir.empty()) return rules;
  auto path = agent.str() + "/metadata.json";
  auto directory = TRY(answer_as_self([&] { return open_trusted_directory(agents_dir); }));
  auto text = answer_as_self([&] { return read_file(directory.get(), path, metadata_limit); });
  if (!text && text.error().fault == Fault::missing) return rules;
  if (!text) return fail(std::move(text).error().within("agent metadata"));
  if (auto findings = json::syntax_findings(agents_dir + "/" + path, *text, {.depth = 64}); !findings.empty())
    return fail(Fault::invalid, to_instruction(findings.front()));
  return Metadata(agents_dir, agent.str(), *text).add_to(std::move(rules));
}

} // namespace artifactd
