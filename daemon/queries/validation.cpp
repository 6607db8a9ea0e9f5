#include "daemon/queries/validation.hpp"

#include "daemon/queries/named_session.hpp"
#include "merge/kg/kg_work.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t most_agents = 100'000;

/// Every directory below artifacts/ whose name is valid for an agent.
Result<std::vector<Name>> all_agents(Session const& session, std::vector<std::string>& skipped) {
  std::vector<Name> agents;
  auto directory = open_directory(session.directory(), layout::artifacts);
  if (!directory && directory.error().fault == Fault::missing) return agents;
  if (!directory) return fail(std::move(directory).error());
  auto names = TRY(list_directory(directory->get(), most_agents));
  std::ranges::sort(names);
  for (auto const& name : names) {
    if (!open_directory(directory->get(), name)) continue;
    if (auto agent = agent_argument(name))
      agents.push_back(*std::move(agent));
    else
      skipped.push_back(agent.error().message);
  }
  return agents;
}

} // namespace

bool Validation::valid() const noexcept {
  return std::ranges::none_of(agents, [](Row const& row) { return has_error(row.findings); });
}

Result<Validation> validate(Session const& session, std::optional<std::string> const& agent,
                            KgPolicy const& policy) {
  Validation validation{.session = session.shown()};
  auto const agents =
      agent ? std::vector{TRY(agent_argument(*agent))} : TRY(all_agents(session, validation.skipped));
  for (auto const& each : agents) {
    auto findings = validate_kg(session, each, policy);
    if (!findings) return fail(std::move(findings).error().within(each.str()));
    validation.agents.push_back({each, *std::move(findings)});
  }
  return validation;
}

Json to_json(Validation const& validation) {
  auto agents = Json::array();
  for (auto const& row : validation.agents)
    agents.push_back({{"agent", row.agent.str()},
                      {"valid", !has_error(row.findings)},
                      {"findings", to_json(row.findings)}});
  return {{"version", 1}, {"session", validation.session}, {"agents", std::move(agents)}};
}

} // namespace artifactd
