#include "merge/agent_rules.hpp"

#include "state/atomic_file.hpp"
#include "state/json/diagnose.hpp"

#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

constexpr std::size_t metadata_limit = 1 << 20;

using Json = nlohmann::json;

Result<AgentRules> read_fields(AgentRules rules, Json const& metadata, std::string const& path) {
  auto bad = [&](char const* field, char const* wanted) {
    return fail(Fault::invalid, path + ": " + field + " must be " + wanted);
  };
  if (!metadata.is_object()) return bad("the document", "an object");
  if (auto produces = metadata.find("produces_kg_artifacts"); produces != metadata.end() && !rules.produces) {
    if (!produces->is_boolean()) return bad("produces_kg_artifacts", "true or false");
    rules.produces = produces->get<bool>();
  }
  if (auto required = metadata.find("artifact_files_required");
      required != metadata.end() && rules.required.empty()) {
    if (!required->is_array()) return bad("artifact_files_required", "an array of file names");
    for (auto const& name : *required) {
      if (!name.is_string()) return bad("artifact_files_required", "an array of file names");
      rules.required.push_back(name.get<std::string>());
    }
  }
  if (auto version = metadata.find("artifact_version"); version != metadata.end() && !rules.version) {
    auto text = version->is_number_unsigned() ? version->dump()
                : version->is_string()        ? version->get<std::string>()
                                              : "";
    rules.version = parse_version_range(text);
    if (!rules.version) return bad("artifact_version", R"(a version such as 2, or a range such as "1..2")");
  }
  return rules;
}

} // namespace

Result<AgentRules> with_metadata(AgentRules rules, std::string const& agents_dir, Name const& agent) {
  if (agents_dir.empty()) return rules;
  auto directory = TRY(open_trusted_directory(agents_dir));
  auto path = agent.str() + "/metadata.json";
  auto text = read_file(directory.get(), path, metadata_limit);
  if (!text && text.error().fault == Fault::missing) return rules;
  if (!text) return fail(std::move(text).error().within("agent metadata"));
  auto shown = agents_dir + "/" + path;
  if (auto findings = json::syntax_findings(shown, *text, {.depth = 64}); !findings.empty())
    return fail(Fault::invalid, to_instruction(findings.front()));
  return read_fields(std::move(rules), Json::parse(*text), shown);
}

} // namespace artifactd
