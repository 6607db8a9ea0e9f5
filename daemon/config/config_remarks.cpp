#include "daemon/config/config_remarks.hpp"

#include "daemon/config/schema_rules.hpp"
#include "merge/jq/jq_program.hpp"
#include "merge/schema/shelf.hpp"
#include "state/platform/fd.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t most_agents_remarked = 10'000;

using Remarks = std::vector<std::string>;

void add(Remarks& remarks, std::string remark) {
  if (std::ranges::find(remarks, remark) == remarks.end()) remarks.push_back(std::move(remark));
}

void remark_on_schema(SchemaRule const& rule, Remarks& remarks) {
  auto const schema = compiled_schema(rule.schema);
  if (!schema)
    return add(remarks, schema.error().message + "; signals of its agent will wait until it is repaired");
  for (auto const& remark : (*schema)->remarks())
    add(remarks, remark);
}

void remark_on_metadata(std::string const& agents_dir, Remarks& remarks) {
  if (agents_dir.empty()) return;
  auto directory = open_trusted_directory(agents_dir);
  auto names = directory ? list_directory(directory->get(), most_agents_remarked)
                         : Result<std::vector<std::string>>(std::unexpected(directory.error()));
  if (!names)
    return add(remarks,
               fmt::format("agents_dir: {}; signals will wait until it can be read", names.error().message));
  std::ranges::sort(*names);
  for (auto const& each : *names) {
    auto const agent = Name::parse(each);
    if (!agent) continue;
    auto const rules = with_metadata({}, agents_dir, *agent);
    if (!rules)
      add(remarks, rules.error().message + "; its signals will wait until it is repaired");
    else
      for (auto const& rule : rules->checks.discovered)
        remark_on_schema(rule, remarks);
  }
}

/// The first jq program of the configuration, if there is one.
std::string const* any_program(Config const& config) {
  for (auto const& rule : config.agents) {
    if (!rule.work.filter.empty()) return &rule.work.filter;
    if (!rule.work.checks.assertions.empty()) return &rule.work.checks.assertions.front().that;
  }
  return nullptr;
}

} // namespace

std::vector<std::string> config_remarks(Config const& config) {
  Remarks remarks;
  for (auto const& agent : config.agents)
    for (auto const& rule : schemas_of(agent))
      remark_on_schema(rule, remarks);
  remark_on_metadata(config.kg.agents_dir, remarks);
  if (auto const* program = any_program(config))
    if (auto started = check_jq(*program); !started)
      add(remarks, started.error().message + "; signals that need a jq program will wait");
  return remarks;
}

} // namespace artifactd
