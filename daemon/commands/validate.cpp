#include "daemon/commands/settle.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t most_agents = 100'000;

/// The agent named, or every directory below artifacts/ whose name is valid for an agent.
Result<std::vector<Name>> agents_to_validate(Cli const& cli, Session const& session,
                                             std::optional<std::string> const& named) {
  std::vector<Name> agents;
  if (named) {
    agents.push_back(TRY(agent_argument(*named)));
    return agents;
  }
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
      tell(cli, agent.error().message);
  }
  return agents;
}

Json row(Name const& agent, std::vector<Finding> const& findings) {
  return Json{{"agent", agent.str()}, {"valid", !has_error(findings)}, {"findings", to_json(findings)}};
}

void print_text(Cli const& cli, Name const& agent, std::vector<Finding> const& findings) {
  fmt::print("{}: {}\n", agent.str(),
             has_error(findings)
                 ? fmt::format("{} problem{}", findings.size(), findings.size() == 1 ? "" : "s")
                 : "valid");
  for (auto const& finding : findings)
    fmt::print("{}\n", to_terminal(finding, cli.colour));
}

} // namespace

Exit validate_command(Cli const& cli, ValidateOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto named = session_argument(*config, options.session);
  if (!named) return complain(cli, named.error());
  auto const& session = named->session;
  auto agents = agents_to_validate(cli, session, options.agent);
  if (!agents) return complain(cli, agents.error());
  auto policy = kg_policy(*config);
  auto rows = Json::array();
  auto exit = Exit::ok;
  for (auto const& agent : *agents) {
    auto findings = validate_kg(session, agent, policy);
    if (!findings) return complain(cli, std::move(findings).error().within(agent.str()));
    if (has_error(*findings)) exit = Exit::judged_bad;
    if (cli.output == Output::json)
      rows.push_back(row(agent, *findings));
    else
      print_text(cli, agent, *findings);
  }
  if (cli.output == Output::json)
    print_json(Json{{"version", 1}, {"session", session.shown()}, {"agents", rows}});
  else if (agents->empty())
    tell(cli, "nothing to validate: no agent's directory below " + layout::artifacts + "/");
  return exit;
}

} // namespace artifactd
