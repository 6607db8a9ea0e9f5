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

/// The agent's name may be given as that of its signal. Signals of other kinds have other commands.
Result<std::string> agent_of(Kinds const& kinds, std::string const& argument) {
  auto const signal = parse_signal_argument(kinds, argument);
  auto const is_file = argument.ends_with(".lock") || argument.ends_with(".lock.error");
  auto const is_name = !is_file && agent_argument(argument);
  if (is_name || !signal) return argument;
  if (signal->kind.word() == Kind::default_word) return signal->name.str();
  auto const& traits = signal->kind.traits();
  return fail(Fault::invalid,
              fmt::format("{} is a signal, and validate judges what an agent has in {}/{}",
                          printable(argument), layout::artifacts,
                          traits.test_command.empty()
                              ? "; give the agent's name"
                              : fmt::format("; for a {}: {}", signal->kind.word(), traits.test_command)));
}

} // namespace

Exit validate_command(Cli const& cli, ValidateOptions const& options) {
  return with_configuration(cli, [&](Config const& config) -> Result<Exit> {
    std::optional<std::string> agent;
    if (options.agent) {
      auto name = agent_of(config.served.kinds, *options.agent);
      if (!name) return complain(cli, name.error()), Exit::usage;
      agent = *std::move(name);
    }
    auto const named = TRY(session_argument(config, options.session));
    auto const validation = TRY(validate(named.session, agent, kg_policy(config)));
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
