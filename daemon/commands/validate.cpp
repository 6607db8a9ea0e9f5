#include "daemon/commands/commands.hpp"
#include "daemon/queries/validation.hpp"
#include "daemon/settling/policies.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

void print_text(Cli const& cli, Validation::Row const& row) {
  auto const problems = row.findings.size();
  fmt::print("{}: {}\n", row.agent.str(),
             has_error(row.findings) ? fmt::format("{} problem{}", problems, problems == 1 ? "" : "s")
                                     : "valid");
  for (auto const& finding : row.findings)
    fmt::print("{}\n", to_terminal(finding, cli.colour));
}

/// Signals of other kinds have other commands.
Result<void> check_kind(Kinds const& kinds, std::string const& agent) {
  auto const signal = parse_signal_argument(kinds, agent);
  if (agent_argument(agent) || !signal) return {}; // judged as a name
  auto const& traits = signal->kind.traits();
  return fail(Fault::invalid,
              fmt::format("{} is a signal, and validate judges what an agent has in {}/{}", printable(agent),
                          layout::artifacts,
                          traits.test_command.empty()
                              ? "; give the agent's name"
                              : fmt::format("; for a {}: {}", signal->kind.word(), traits.test_command)));
}

} // namespace

Exit validate_command(Cli const& cli, ValidateOptions const& options) {
  return with_configuration(cli, [&](Config const& config) -> Result<Exit> {
    if (options.agent)
      if (auto const other = check_kind(config.served.kinds, *options.agent); !other)
        return complain(cli, other.error()), Exit::usage;
    auto const named = TRY(session_argument(config, options.session));
    auto const validation = TRY(validate(named.session, options.agent, kg_policy(config)));
    for (auto const& why : validation.skipped)
      tell(cli, why);
    if (cli.output == Output::json)
      print_json(to_json(validation));
    else
      for (auto const& row : validation.agents)
        print_text(cli, row);
    if (cli.output == Output::text && validation.agents.empty())
      tell(cli, "nothing to validate: no agent's directory below " + layout::artifacts + "/");
    return validation.valid() ? Exit::ok : Exit::judged_bad;
  });
}

} // namespace artifactd
