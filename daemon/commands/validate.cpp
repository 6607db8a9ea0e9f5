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

} // namespace

Exit validate_command(Cli const& cli, ValidateOptions const& options) {
  return with_configuration(cli, [&](Config const& config) -> Result<Exit> {
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
