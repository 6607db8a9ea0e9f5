#include "daemon/config/schema_rules.hpp"

namespace artifactd {

namespace {

SchemaOrigin origin_of(std::string const& path) {
  auto slash = path.rfind('/');
  return {.directory = slash == 0 ? "/" : path.substr(0, slash), .file = path.substr(slash + 1)};
}

} // namespace

std::vector<SchemaRule> schemas_of(AgentRule const& rule) {
  std::vector<SchemaRule> schemas;
  if (!rule.schema.empty()) schemas.push_back({"*", origin_of(rule.schema)});
  for (auto const& [files, path] : rule.schemas)
    schemas.push_back({files, origin_of(path)});
  return schemas;
}

} // namespace artifactd
